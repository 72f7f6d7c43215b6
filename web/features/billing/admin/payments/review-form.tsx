import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordConversation } from '#features/conversation/record-conversation.tsx'
import { TenantContact } from '#features/tenants/tenant-contact.tsx'
import { queryClient } from '#lib/api/query-client.ts'
import { LINK_REFRESH_MS } from '#lib/api/row-queries.ts'
import { formatPesos } from '#lib/money.ts'
import { Field } from '#ui/controls/field.tsx'
import { PasswordInput } from '#ui/controls/password-input.tsx'
import { RecordArrows } from '#ui/decisions/record-arrows.tsx'
import { useNeighbourNavigation } from '#ui/decisions/use-neighbour-navigation.ts'
import type { RecordNeighbours } from '#ui/decisions/use-neighbours.ts'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { RecordSheet } from '#ui/forms/record-sheet.tsx'
import { RemountingModal } from '#ui/list-pages/loading-sheet.tsx'
import type { Payment, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { PAYMENT_STATUS, reversalForm } from '@tahanan/contract/billing/payment.ts'
import { getSettledAmount } from '@tahanan/contract/billing/withholding.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { BALANCE_KEYS, paymentQuery } from '../../calls.ts'
import { describeLastPaymentEvent, toPaymentHistory } from '../../payment-history.ts'
import { PaymentStatusTag } from '../../payment-tags.tsx'
import { hasPaymentAbility, isPaymentPending } from '../../payment.ts'
import { PaymentDetails } from './payment-details.tsx'
import { ReviewPanel, getNextDecision } from './review-panel.tsx'
import { STATUS_FIELD_FORMAT, usePaymentReview } from './use-payment-review.ts'

interface ReviewFormProps {
  payment: PaymentWithHistory
  isGone: boolean
  onRestart: () => void
  onClose: () => void
  neighbours: RecordNeighbours
  onOpen: (id: number) => void
}

type PaymentModalProps = Pick<ReviewFormProps, 'neighbours' | 'onOpen' | 'onClose'>

/** Payment sheet of the office: details, decision and history (rules 15.21). */
export function PaymentModal({ id, ...modal }: { id: number } & PaymentModalProps) {
  const query = useQuery({
    ...paymentQuery(id),
    refetchInterval: ({ state }) => (state.data && isPaymentPending(state.data) ? 15_000 : LINK_REFRESH_MS),
  })
  return (
    <RemountingModal query={query} title="Payment" subject="this payment" onClose={modal.onClose}>
      {(payment, state) => <ReviewForm payment={payment} {...state} {...modal} />}
    </RemountingModal>
  )
}

function ReviewForm(props: ReviewFormProps) {
  const { payment: latestPayment, isGone, onRestart, onClose, neighbours, onOpen } = props
  const payment = isGone ? { ...latestPayment, can: [] } : latestPayment
  const [isActing, setActing] = useState(false)
  const [isReversing, setReversing] = useState(false)
  const { form, forget, close, submit, decide, busy, pending } = usePaymentReview(payment, isActing, onClose)
  const neighbourNavigation = useNeighbourNavigation({
    id: payment.id,
    neighbours,
    forgetDraft: forget,
    close,
    onOpen,
  })
  const mayEdit = hasPaymentAbility(payment, 'edit')
  const lastChange = describeLastPaymentEvent(form.newerVersion, payment)
  const restartReview = async (): Promise<void> => {
    forget()
    // Loads the payment with its history first. Otherwise the form would show the user's own change as a new
    // one.
    await queryClient.fetchQuery(paymentQuery(payment.id)).catch(() => undefined)
    onRestart()
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
        otherFields={STATUS_FIELD_FORMAT}
        lastChange={isGone ? 'This was deleted meanwhile.' : lastChange}
        closedKeys={mayEdit || isActing ? [] : Object.keys(form.changed)}
        isStepRunning={isActing}
        busy={busy}
        readOnly={!mayEdit}
        canDecide={getNextDecision(payment) !== undefined}
        actions={<RecordArrows {...neighbourNavigation.beside} />}
        onClose={close}
        onSubmit={() => neighbourNavigation.toList(() => submit(neighbourNavigation.follow))}
        onSubmitAndNext={
          neighbourNavigation.hasNext
            ? () => neighbourNavigation.saveAndOpenNext(() => submit(neighbourNavigation.follow))
            : undefined
        }
        panel={
          <ReviewPanel
            payment={payment}
            form={form}
            pending={pending}
            busy={busy}
            hasNext={neighbourNavigation.hasNext}
            lastChange={lastChange}
            onDecide={(status, input) => decide(status, () => void restartReview(), input)}
            onPost={() =>
              neighbourNavigation.saveAndOpenNext(() =>
                decide(PAYMENT_STATUS.posted, neighbourNavigation.follow),
              )
            }
            onReverse={() => setReversing(true)}
            onRunningChange={setActing}
            onStepDone={restartReview}
          />
        }
        sideContent={
          <RecordConversation
            subject={{ kind: 'payment', id: payment.id }}
            history={toPaymentHistory(payment.history)}
            empty={`No message yet. ${payment.tenant.uoccname} reads what you write here.`}
          />
        }
      >
        <TenantContact tenant={payment.tenant} contact={payment.contact} />
        <PaymentDetails payment={payment} />
      </RecordSheet>
      {isReversing && <ReversalSheet payment={payment} onClose={() => setReversing(false)} />}
    </>
  )
}

/** Form that reverses a posted payment. It requires a reason and the password (rules 16.14). */
function ReversalSheet({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const { id, referenceNumber, tenant, amountPaid, withholding, paysDues } = payment
  return (
    <FormSheet
      formDefinition={reversalForm}
      title={`Reverse ${referenceNumber}`}
      subtitle={`${tenant.uoccname}, ${tenant.clientCode}`}
      path={`/payment/${id}/reversal`}
      noun="Reversal"
      staleQueries={[['payment', id], ['payments'], ...BALANCE_KEYS]}
      addition={{
        dirty: password !== '',
        errors: (): FieldErrors => (password === '' ? { password: ['Please input your password!'] } : {}),
        body: () => ({ password }),
        render: (form) => (
          <Field label="Your password" required error={form.errors.password} className="wide">
            <PasswordInput
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value)
                form.clearErrors('password')
              }}
            />
          </Field>
        ),
      }}
      onClose={onClose}
    >
      <p className="callout wide">
        The payment stays posted and is shown as Reversed{amountPaid > 0 && '; its receipt is void'}.{' '}
        {paysDues
          ? `What is left to pay rises by ${formatPesos(getSettledAmount(amountPaid, withholding?.amount ?? 0))}.`
          : 'What is left to pay stays as it is.'}
      </p>
    </FormSheet>
  )
}
