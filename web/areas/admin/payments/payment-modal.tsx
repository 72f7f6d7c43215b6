import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paymentQuery } from '../../../billing/calls.ts'
import { isPending, type Payment } from '../../../billing/payment.ts'
import { ApiError } from '../../../lib/api.ts'
import { Sheet } from '../../../ui/sheet.tsx'
import { RecordSkeleton } from '../../../ui/skeletons.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { LINKS_AGE_MS } from '../records/calls.ts'
import { ReviewForm } from './review-form.tsx'

interface PaymentModalProps {
  id: number
  onClose: () => void
}

/** A payment at the office: its details, its verification, its history (specification 3 §2). */
export function PaymentModal({ id, onClose }: PaymentModalProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) => (state.data && isPending(state.data) ? 15_000 : LINKS_AGE_MS),
  })
  // what the form began with; a refetch must not type over what somebody types
  const [base, setBase] = useState<Payment>()
  if (data && !base) setBase(data)
  // deleted elsewhere, maybe while it is open
  const gone = error instanceof ApiError && error.status === 404
  if (data && base && !gone) {
    return (
      <ReviewForm
        key={base.updated_at}
        base={base}
        latest={data}
        onRebase={() => setBase(data)}
        onClose={onClose}
      />
    )
  }
  return (
    <Sheet place="box" width={1000} title="Payment" onClose={onClose}>
      {!error && <RecordSkeleton />}
      {error && (
        <ErrorState
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
