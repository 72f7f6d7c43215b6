import { useQuery } from '@tanstack/react-query'
import { paymentQuery } from '../../calls.ts'
import { isPending } from '../../payment.ts'
import { LINKS_AGE_MS } from '../../../../lib/api/records.ts'
import { RestartingModal } from '../../../../ui/list-pages/restarting-modal.tsx'
import { ReviewForm } from './review-form.tsx'

/** A payment at the office: its details, its verification, its history (rules 15.21). */
export function PaymentModal({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) => (state.data && isPending(state.data) ? 15_000 : LINKS_AGE_MS),
  })
  return (
    <RestartingModal query={query} title="Payment" thing="this payment" onClose={onClose}>
      {(payment, state) => <ReviewForm payment={payment} {...state} onClose={onClose} />}
    </RestartingModal>
  )
}
