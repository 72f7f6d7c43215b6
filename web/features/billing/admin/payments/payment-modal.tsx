import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentQuery } from '../../calls.ts'
import { isPending } from '../../payment.ts'
import { ApiError } from '../../../../lib/api/api.ts'
import { Sheet } from '../../../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../../../ui/lists/skeletons.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { LINKS_AGE_MS } from '../../../../lib/api/records.ts'
import { ReviewForm } from './review-form.tsx'

interface PaymentModalProps {
  id: number
  onClose: () => void
}

/** A payment at the office: its details, its verification, its history (rules 15.21). */
export function PaymentModal({ id, onClose }: PaymentModalProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) => (state.data && isPending(state.data) ? 15_000 : LINKS_AGE_MS),
  })
  // after an approval the form starts again with its result
  const [round, setRound] = useState(0)
  // deleted elsewhere, maybe while it is open
  const gone = error instanceof ApiError && error.status === 404
  // input of a form that was open is there to be copied
  if (data) {
    return (
      <ReviewForm
        key={round}
        payment={data}
        isGone={gone}
        onRestart={() => setRound((before) => before + 1)}
        onClose={onClose}
      />
    )
  }
  return (
    <Sheet place="box" width={1000} title="Payment" onClose={onClose}>
      {!error && <RecordSkeleton />}
      {error && (
        <ErrorState
          error={error}
          title={gone ? error.message : 'We could not load this payment'}
          onRetry={gone ? undefined : () => void refetch()}
          busy={isFetching}
        >
          {gone ? 'It may have been deleted.' : undefined}
        </ErrorState>
      )}
    </Sheet>
  )
}
