import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TenantContact } from '#features/tenants/tenant-contact.tsx'
import { queryClient } from '#lib/api/query-client.ts'
import { LINKS_AGE_MS } from '#lib/api/records.ts'
import { RecordSheet } from '#ui/forms/record-sheet.tsx'
import { RestartingModal } from '#ui/list-pages/restarting-modal.tsx'
import type { PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import { paymentQuery } from '../../calls.ts'
import { PaymentHistory, lastPaymentEventSince } from '../../payment-history.tsx'
import { PaymentStatusTag } from '../../payment-tags.tsx'
import { can, isPending } from '../../payment.ts'
import { PaymentDetails } from './payment-details.tsx'
import { PostButton } from './post-button.tsx'
import { ReversalSheet } from './reversal-sheet.tsx'
import { ReviewPanel } from './review-panel.tsx'
import type { PaymentAfter } from './use-payment-after.ts'
import { OTHER_FIELDS, useReview } from './use-review.ts'

interface ReviewFormProps {
  /** The server's newest version, which may change while the form is open. */
  payment: PaymentWithHistory
  isGone: boolean
  onRestart: () => void
  onClose: () => void
  after: PaymentAfter
  onOpen: (id: number) => void
}

type PaymentModalProps = Pick<ReviewFormProps, 'after' | 'onOpen' | 'onClose'>

/** A payment at the office: details, verification, history (rules 15.21). */
export function PaymentModal({ id, ...modal }: { id: number } & PaymentModalProps) {
  const query = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) => (state.data && isPending(state.data) ? 15_000 : LINKS_AGE_MS),
  })
  return (
    <RestartingModal query={query} title="Payment" thing="this payment" onClose={modal.onClose}>
      {(payment, state) => <ReviewForm payment={payment} {...state} {...modal} />}
    </RestartingModal>
  )
}

function ReviewForm({ payment: latest, isGone, onRestart, onClose, after, onOpen }: ReviewFormProps) {
  const payment = isGone ? { ...latest, can: [] } : latest
  const [isActing, setActing] = useState(false)
  const [isReversing, setReversing] = useState(false)
  const { form, forget, close, submit, post, busy, pending } = useReview(payment, isActing, onClose)
  const mayEdit = can(payment, 'edit')
  const mayPost = payment.status === PAYMENT_STATUS.verified && can(payment, 'post')
  const postAndNext = async (): Promise<void> => {
    // Found first: the posted payment may leave the list.
    const next = await after.find(payment.id)
    await post(() => (next === undefined ? onClose() : onOpen(next)))
  }
  return (
    <>
      <RecordSheet
        form={form}
        tenant={payment.tenant}
        title={
          <>
            <span className="num">{payment.referenceNumber}</span>
            <PaymentStatusTag status={payment.status} reversed={payment.reversed} />
          </>
        }
        otherFields={OTHER_FIELDS}
        lastChange={isGone ? 'This was deleted meanwhile.' : lastPaymentEventSince(form.newer, payment)}
        closed={mayEdit || isActing ? [] : Object.keys(form.changed)}
        isActing={isActing}
        busy={busy}
        readOnly={!mayEdit}
        focusesBody={mayPost}
        onClose={close}
        onSubmit={submit}
        panel={
          <ReviewPanel
            payment={payment}
            form={form}
            pending={pending}
            postButton={
              mayPost && <PostButton hasNext={after.has(payment.id)} busy={busy} onPost={postAndNext} />
            }
            onReverse={() => setReversing(true)}
            onActing={setActing}
            onActed={async () => {
              forget()
              // Refetches the history too, so that the reader's own change is not shown as news.
              await queryClient.fetchQuery(paymentQuery(payment.id)).catch(() => undefined)
              onRestart()
            }}
          />
        }
        history={<PaymentHistory events={payment.history} reader="office" />}
      >
        <TenantContact tenant={payment.tenant} contact={payment.contact} />
        <PaymentDetails payment={payment} />
      </RecordSheet>
      {isReversing && <ReversalSheet payment={payment} onClose={() => setReversing(false)} />}
    </>
  )
}
