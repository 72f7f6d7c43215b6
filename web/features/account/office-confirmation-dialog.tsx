import './account.css'
import { lazy, Suspense, useState } from 'react'
import { api } from '#lib/api/api.ts'
import { pendingConfirmations, resolveConfirmation } from '#lib/api/confirmation.ts'
import { useOfficeAccount } from '#lib/api/me.ts'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/controls/button.tsx'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'

// Loaded when it is needed, because each page of the office contains this dialog.
const ProofSheet = lazy(async () => ({ default: (await import('./proof-sheet.tsx')).ProofSheet }))

/**
 * Asks for the password or a code before a protected change of an administrator. Render it once per shell
 * (frame of all pages of an area).
 */
export function OfficeConfirmationDialog() {
  const isPending = useStore(pendingConfirmations).length > 0
  if (!isPending) return null
  return (
    <Suspense fallback={<OpeningMessage />}>
      <ConfirmationSheet />
    </Suspense>
  )
}

/**
 * Asks for the password before a protected change of a resident. Render it once per page with such changes.
 */
export function ResidentConfirmationDialog() {
  const isPending = useStore(pendingConfirmations).length > 0
  if (!isPending) return null
  return (
    <Suspense fallback={<OpeningMessage />}>
      <ProofSheet
        title="Confirm that it is you"
        fields={['password']}
        okText="Confirm"
        send={({ password }) => api.post<unknown>('/confirmation', { password })}
        onDone={() => resolveConfirmation(true)}
        onClose={() => resolveConfirmation(false)}
      >
        <p>Your data is given only to you. You are asked again after ten minutes.</p>
      </ProofSheet>
    </Suspense>
  )
}

function ConfirmationSheet() {
  const { secondFactor } = useOfficeAccount()
  const [method, setWay] = useState<'password' | 'code'>('password')
  return (
    <ProofSheet
      key={method}
      title="Confirm that it is you"
      fields={[method]}
      okText="Confirm"
      send={(proof) => api.post<unknown>('/confirmation', { [method]: proof[method] })}
      onDone={() => resolveConfirmation(true)}
      onClose={() => resolveConfirmation(false)}
    >
      <p>Logins, access, money and backups are changed only by you. You are asked again after ten minutes.</p>
      {secondFactor && (
        <p>
          <Button kind="quiet" onClick={() => setWay(method === 'password' ? 'code' : 'password')}>
            {method === 'password' ? 'Use a code instead' : 'Use my password instead'}
          </Button>
        </p>
      )}
    </ProofSheet>
  )
}
