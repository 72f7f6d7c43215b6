import { lazy, Suspense } from 'react'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'

const PaymentSheet = lazy(() => import('./payment-sheet.tsx'))

export function OpenPayment({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  if (id === undefined) return null
  return (
    <Suspense fallback={<OpeningMessage />}>
      <PaymentSheet key={id} id={id} onClose={onClose} />
    </Suspense>
  )
}
