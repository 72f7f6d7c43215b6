import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentQuery } from '../../calls.ts'
import { isPending } from '../../payment.ts'
import { isNotFound } from '../../../../lib/api/api.ts'
import { WaitingSheet } from '../../../../ui/list-pages/waiting-sheet.tsx'
import { LINKS_AGE_MS } from '../../../../lib/api/records.ts'
import { ReviewForm } from './review-form.tsx'

/** A payment at the office: its details, its verification, its history (rules 15.21). */
export function PaymentModal({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) => (state.data && isPending(state.data) ? 15_000 : LINKS_AGE_MS),
  })
  // after an approval the form starts again with its result
  const [round, setRound] = useState(0)
  const { data, error } = query
  // input of a form that was open is there to be copied
  if (data) {
    return (
      <ReviewForm
        key={round}
        payment={data}
        // deleted elsewhere, while it is open
        isGone={isNotFound(error)}
        onRestart={() => setRound((before) => before + 1)}
        onClose={onClose}
      />
    )
  }
  return (
    <WaitingSheet
      place="box"
      width={1000}
      query={query}
      title="Payment"
      thing="this payment"
      onClose={onClose}
    />
  )
}
