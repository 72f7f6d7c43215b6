import { TriangleAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { RULES_QUESTION } from '#features/tickets/form/use-ticket-form.ts'
import { formatPesos } from '#lib/money.ts'
import { toFiles, toText } from '#lib/record-values.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { DecisionButtons } from '#ui/decisions/decision-buttons.tsx'
import { promptForReason } from '#ui/decisions/prompt-for-fields.tsx'
import { useDecisionStep } from '#ui/decisions/use-decision-step.ts'
import { FilesControl } from '#ui/forms/controls/files-control.tsx'
import { StatusFields } from '#ui/forms/controls/status-fields.tsx'
import type { FormState } from '#ui/forms/use-form.ts'
import { showUnfinishedUploads } from '#ui/forms/use-save.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { useConfirmUnsentInputs } from '#ui/overlays/unsent-inputs.ts'
import type { Payment, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { paymentReviewForm, PAYMENT_STATUS, type PaymentStatus } from '@tahanan/contract/billing/payment.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { canRejectPayment } from '../../payment-outcome.ts'
import { PaymentStatusTag } from '../../payment-tags.tsx'
import { hasPaymentAbility, getMethodLabel } from '../../payment.ts'
import { ReceiptButton } from '../../save-buttons.tsx'
import { getChosenStatus } from './use-payment-review.ts'

interface ReviewPanelProps {
  payment: PaymentWithHistory
  form: FormState
  /**
   * Message of the server that the payment gateway has not reported a success. Remarks and a proof are then
   * required (rules 8.32).
   */
  pending: string | undefined
  busy: boolean
  hasNext: boolean
  lastChange: string | undefined
  onDecide: (status: PaymentStatus, input?: Details) => Promise<void>
  onPost: () => Promise<void>
  onReverse: () => void
  onRunningChange: (isRunning: boolean) => void
  onStepDone: () => Promise<void>
}

/** Statuses that an administrator may choose, each with the ability that it requires (rules 8.5). */
const STATUS_CHOICES: readonly (readonly [status: number, ability: Payment['can'][number]])[] = [
  [PAYMENT_STATUS.forVerification, 'edit'],
  [PAYMENT_STATUS.verified, 'verify'],
  [PAYMENT_STATUS.posted, 'post'],
  [PAYMENT_STATUS.rejected, 'reject'],
]

const PROOF_FIELD = paymentReviewForm.fields.proof

export function getNextDecision(payment: Payment): 'approve' | 'verify' | 'post' | undefined {
  if (hasPaymentAbility(payment, 'approveReserved')) return 'approve'
  if (payment.status === PAYMENT_STATUS.verified)
    return hasPaymentAbility(payment, 'post') ? 'post' : undefined
  return payment.status < PAYMENT_STATUS.verified && hasPaymentAbility(payment, 'verify')
    ? 'verify'
    : undefined
}

export function ReviewPanel(props: ReviewPanelProps) {
  const {
    payment,
    form,
    pending,
    busy,
    hasNext,
    lastChange,
    onDecide,
    onPost,
    onReverse,
    onRunningChange,
    onStepDone,
  } = props
  const approval = useDecisionStep({
    form,
    record: ['payment', payment.id],
    lists: ['payments'],
    body: () =>
      showUnfinishedUploads(form.uploads, 'payment') ? undefined : form.check((key) => key !== 'status'),
    onRunningChange,
    onStepDone,
  })
  const confirmUnsentInputs = useConfirmUnsentInputs()
  const decision = getNextDecision(payment)
  const nextDecisionAction =
    decision &&
    {
      approve: {
        label: 'Approve',
        onClick: () =>
          void approval.run({
            path: `/payment/reserved/${payment.id}`,
            verb: 'approve',
            details: formatPaymentLines(payment),
            questions: RULES_QUESTION,
            onDone: () => toast.success('Payment approved successfully.', payment.referenceNumber),
          }),
      },
      verify: { label: 'Verify', onClick: () => void onDecide(PAYMENT_STATUS.verified) },
      post: {
        label: hasNext ? 'Post and next' : 'Post',
        shortcut: 'p' as const,
        onClick: () => confirmUnsentInputs('Post', onPost),
      },
    }[decision]
  const mayReject = canRejectPayment(payment)
  const rejectPayment = async (): Promise<void> => {
    if (showUnfinishedUploads(form.uploads, 'payment')) return
    const reason = await promptForReason({
      recordKey: `payment ${payment.id}`,
      name: formatPaymentLines(payment),
      remarks: toText(form.changed.remarks),
    })
    if (reason) await onDecide(PAYMENT_STATUS.rejected, reason)
  }
  const { errors } = form
  // 'Created' and 'for verification' count as one status here, because they have the same next step, and a
  // gateway's message may change one into the other.
  const wasDecided =
    form.newerVersion !== undefined &&
    getChosenStatus({ values: form.newerVersion.baseRecord }) !== getChosenStatus({ values: { ...payment } })
  const latestDecisionText =
    form.isOutdated || wasDecided ? (form.change ?? lastChange ?? 'Somebody else changed it.') : undefined
  const status = getChosenStatus(form)
  const allowedStatusChoices = STATUS_CHOICES.flatMap(([status, ability]) =>
    hasPaymentAbility(payment, ability) ? [status] : [],
  )
  const mayEdit = hasPaymentAbility(payment, 'edit')
  return (
    <div className="state">
      {payment.setAside && (
        <div className="callout aside-note" role="note">
          <TriangleAlert />
          <div>
            <b>Set aside: please look</b>
            <p>{payment.setAside}</p>
          </div>
        </div>
      )}
      {(nextDecisionAction ||
        mayReject ||
        latestDecisionText !== undefined ||
        (['receipt', 'reverse'] as const).some((ability) => hasPaymentAbility(payment, ability))) && (
        <DecisionButtons
          busy={busy || approval.busy}
          decisionOfOther={latestDecisionText}
          next={nextDecisionAction}
          onReject={mayReject ? () => void rejectPayment() : undefined}
        >
          {hasPaymentAbility(payment, 'receipt') && <ReceiptButton payment={payment} />}
          {hasPaymentAbility(payment, 'reverse') && (
            <Button icon={Undo2} onClick={onReverse}>
              Reverse
            </Button>
          )}
        </DecisionButtons>
      )}
      <StatusFields
        form={form}
        status={status}
        choices={allowedStatusChoices}
        renderTag={renderStatusTag}
        note={getStatusNote(payment, status)}
        alert={pending}
        remarks={{
          limit: LIMITS.remarks,
          isOpen: mayEdit,
          help:
            payment.setAside && mayEdit
              ? 'Needed before this payment can be verified or posted: how it was settled.'
              : undefined,
        }}
      />
      {pending && PROOF_FIELD?.kind === 'files' && (
        <Field label={PROOF_FIELD.label} required error={errors.proof} group>
          <FilesControl
            field={PROOF_FIELD}
            initialFiles={toFiles(form.values.proof)}
            disabled={form.isLocked}
            onChange={(files) => form.set('proof', files)}
            onState={(state) => form.onUploads('proof', state)}
          />
        </Field>
      )}
    </div>
  )
}

const formatPaymentLines = ({ referenceNumber, tenant, amountPaid, type }: Payment): string =>
  [
    referenceNumber,
    `${tenant.uoccname}, ${tenant.clientCode}`,
    `${formatPesos(amountPaid)} by ${getMethodLabel(type)}`,
  ].join('\n')

const renderStatusTag = (status: number): ReactNode => <PaymentStatusTag status={status} />

function getStatusNote(payment: Payment, chosenStatus: number): string | undefined {
  const { status, amountPaid, verifier, verifiedDate, postedBy, postedDate } = payment
  if (
    chosenStatus !== status &&
    !(status === PAYMENT_STATUS.created && chosenStatus === PAYMENT_STATUS.forVerification)
  ) {
    if (chosenStatus === PAYMENT_STATUS.posted)
      return amountPaid > 0
        ? 'A posted payment is final. On submit it gets its receipt, and the tenant gets a notification.'
        : 'A posted payment is final. On submit the tenant gets a notification.'
    if (chosenStatus === PAYMENT_STATUS.verified && !verifiedDate)
      return 'On submit you are recorded as the verifier, and the tenant gets a notification.'
    return 'On submit the tenant gets a notification.'
  }
  const finality = payment.reversed ? 'It was reversed since.' : 'It is final.'
  if (status === PAYMENT_STATUS.posted)
    return `Posted${formatByName(postedBy)}, ${formatDateTime(postedDate)}. ${finality}`
  return verifiedDate ? `Verified${formatByName(verifier)}, ${formatDateTime(verifiedDate)}` : undefined
}

const formatByName = (person: { name: string } | null | undefined): string =>
  person ? ` by ${person.name}` : ''
