import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import '../ui/lists.css'
import '../ui/records.css'
import '../ui/states.css'
import '../ui/switch.css'
import './shell.css'
import { queryClient } from '../lib/query-client.ts'
import { DialogHost } from '../ui/dialog-host.tsx'
import { Toaster } from '../ui/toast.tsx'
import { CrashGuard } from './crash-guard.tsx'
import { installFailureDialogs } from './failures.ts'

/** Draws an area with everything that all areas need around it. */
export function startArea(area: ReactNode): void {
  const app = document.getElementById('app')
  if (!app) throw new Error('index.html has no #app')
  // the static login is of no use to somebody who is logged in
  document.getElementById('login')?.remove()
  document.getElementById('terms')?.remove()
  installFailureDialogs()
  createRoot(app).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <CrashGuard>{area}</CrashGuard>
        </BrowserRouter>
        <DialogHost />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>,
  )
}
