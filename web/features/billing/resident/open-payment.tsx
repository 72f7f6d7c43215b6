import { lazy, Suspense } from 'react'
import { Opening } from '#ui/overlays/opening.tsx'

const PaymentSheet = lazy(() => import('./payment-sheet.tsx'))

export function OpenPayment({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  if (id === undefined) return null
  return (
    <Suspense fallback={<Opening />}>
      <PaymentSheet key={id} id={id} onClose={onClose} />
    </Suspense>
  )
}
