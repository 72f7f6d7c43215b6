import { lazy, Suspense } from 'react'
import { Opening } from '../../../ui/overlays/opening.tsx'

const PaymentSheet = lazy(() => import('./payment-sheet.tsx'))

interface OpenPaymentProps {
  /** The payment that is open; undefined for none. */
  id: number | undefined
  onClose: () => void
}

/** The open payment over a page of the resident. */
export function OpenPayment({ id, onClose }: OpenPaymentProps) {
  if (id === undefined) return null
  return (
    <Suspense fallback={<Opening />}>
      <PaymentSheet key={id} id={id} onClose={onClose} />
    </Suspense>
  )
}
