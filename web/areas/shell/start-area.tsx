import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '#ui/lists/table.css'
import '#ui/lists/cards.css'
import '#ui/values/facts.css'
import '#ui/controls/switch.css'
import './shell.css'
import { queryClient } from '#lib/api/query-client.ts'
import { startFocusRecovery } from '#lib/move-focus.ts'
import { DialogHost } from '#ui/overlays/dialog-host.tsx'
import { installFailureDialogs } from '#ui/overlays/failures.ts'
import { LeaveGuard } from '#ui/overlays/leave-guard.tsx'
import { Toaster } from '#ui/overlays/toast.tsx'
import { preventFileDrops } from '#ui/uploads/file-drop.ts'
import { CrashGuard } from './crash-guard.tsx'

export function startArea(area: ReactNode): void {
  const app = document.getElementById('app')
  if (!app) throw new Error('index.html has no #app')
  // index.html contains the static login, which is not needed when a session exists.
  for (const id of ['login', 'terms', 'notice']) document.getElementById(id)?.remove()
  installFailureDialogs()
  startFocusRecovery()
  preventFileDrops()
  createRoot(app).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <LeaveGuard>
            <CrashGuard>{area}</CrashGuard>
          </LeaveGuard>
        </BrowserRouter>
        <DialogHost />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  )
}
