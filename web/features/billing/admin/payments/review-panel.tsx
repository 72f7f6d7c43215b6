import { TriangleAlert, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { RULES_QUESTION } from '#features/tickets/form/use-ticket-form.ts'
import { pesos } from '#lib/money.ts'
import { toFiles, toText } from '#lib/record-values.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Decision } from '#ui/decisions/decision.tsx'
import { promptForReason } from '#ui/decisions/prompt-for-fields.tsx'
import { useStep } from '#ui/decisions/use-step.ts'
import { FilesControl } from '#ui/forms/controls/files-control.tsx'
import { StatusFields } from '#ui/forms/controls/status-fields.tsx'
import type { FormState } from '#ui/forms/use-form.ts'
import { useSettleInputs } from '#ui/overlays/open-inputs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { paymentReviewForm, PAYMENT_STATUS, type PaymentStatus } from '@tahanan/contract/billing/payment.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { PaymentStatusTag } from '../../payment-tags.tsx'
import { can, getMethodLabel } from '../../payment.ts'
import { ReceiptButton } from '../../save-buttons.tsx'
import { getChosenStatus } from './use-review.ts'

interface ReviewPanelProps {
  payment: Payment
  form: FormState
  /**
   * Server's message that the gateway has not reported a success. The decision then requires remarks and a
   * proof (rules 8.32).
   */
  pending: string | undefined
  busy: boolean
  hasNext: boolean
  lastChange: string | undefined
  onDecide: (status: PaymentStatus, input?: Details) => Promise<void>
  onPost: () => Promise<void>
  onReverse: () => void
  onActing: (is: boolean) => void
  onActed: () => Promise<void>
}

/** Ability that an administrator needs to choose each status (rules 8.5). */
const CHOICES: readonly (readonly [status: number, ability: Payment['can'][number]])[] = [
  [PAYMENT_STATUS.forVerification, 'edit'],
  [PAYMENT_STATUS.verified, 'verify'],
  [PAYMENT_STATUS.posted, 'post'],
  [PAYMENT_STATUS.rejected, 'reject'],
]

const PROOF = paymentReviewForm.fields.proof

export function getNextDecision(payment: Payment): 'approve' | 'verify' | 'post' | undefined {
  if (can(payment, 'approveReserved')) return 'approve'
  if (payment.status === PAYMENT_STATUS.verified) return can(payment, 'post') ? 'post' : undefined
  return payment.status < PAYMENT_STATUS.verified && can(payment, 'verify') ? 'verify' : undefined
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
    onActing,
    onActed,
  } = props
  const approval = useStep({
    form,
    record: ['payment', payment.id],
    lists: ['payments'],
    body: () => form.check((key) => key !== 'status'),
    onActing,
    onActed,
  })
  const settle = useSettleInputs()
  const decision = getNextDecision(payment)
  const next =
    decision &&
    {
      approve: {
        label: 'Approve',
        onClick: () =>
          void approval.run({
            path: `/payment/reserved/${payment.id}`,
            verb: 'approve',
            about: formatPaymentLines(payment),
            questions: RULES_QUESTION,
            onDone: () => toast.success('Payment approved successfully.', payment.referenceNumber),
          }),
      },
      verify: { label: 'Verify', onClick: () => void onDecide(PAYMENT_STATUS.verified) },
      post: {
        label: hasNext ? 'Post and next' : 'Post',
        letter: 'p' as const,
        onClick: () => settle('Post', onPost),
      },
    }[decision]
  const mayReject = payment.status <= PAYMENT_STATUS.verified && can(payment, 'reject')
  const reject = async (): Promise<void> => {
    const reason = await promptForReason({
      name: formatPaymentLines(payment),
      remarks: toText(form.changed.remarks),
    })
    if (reason) await onDecide(PAYMENT_STATUS.rejected, reason)
  }
  const { errors } = form
  // 'Created' and 'for verification' count as one status here, because they have the same next step, and a
  // gateway's message may change one into the other.
  const wasDecided =
    form.newer !== undefined &&
    getChosenStatus({ values: form.newer.since }) !== getChosenStatus({ values: { ...payment } })
  const decided =
    form.isOutdated || wasDecided ? (form.change ?? lastChange ?? 'Somebody else changed it.') : undefined
  const status = getChosenStatus(form)
  const choices = CHOICES.flatMap(([status, ability]) => (can(payment, ability) ? [status] : []))
  const mayEdit = can(payment, 'edit')
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
      {(next ||
        mayReject ||
        decided !== undefined ||
        (['receipt', 'reverse'] as const).some((ability) => can(payment, ability))) && (
        <Decision
          busy={busy || approval.busy}
          decided={decided}
          next={next}
          onReject={mayReject ? () => void reject() : undefined}
        >
          {can(payment, 'receipt') && <ReceiptButton payment={payment} />}
          {can(payment, 'reverse') && (
            <Button icon={Undo2} onClick={onReverse}>
              Reverse
            </Button>
          )}
        </Decision>
      )}
      <StatusFields
        form={form}
        status={status}
        choices={choices}
        renderTag={renderTag}
        note={getNote(payment, status)}
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
      {pending && PROOF?.kind === 'files' && (
        <Field label={PROOF.label} required error={errors.proof} group>
          <FilesControl
            field={PROOF}
            initial={toFiles(form.values.proof)}
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
    `${pesos(amountPaid)} by ${getMethodLabel(type)}`,
  ].join('\n')

const renderTag = (status: number): ReactNode => <PaymentStatusTag status={status} />

function getNote(payment: Payment, chosen: number): string | undefined {
  const { status, amountPaid, verifier, verifiedDate, postedBy, postedDate } = payment
  if (
    chosen !== status &&
    !(status === PAYMENT_STATUS.created && chosen === PAYMENT_STATUS.forVerification)
  ) {
    if (chosen === PAYMENT_STATUS.posted)
      return amountPaid > 0
        ? 'A posted payment is final. On submit it gets its receipt, and the tenant is told at once.'
        : 'A posted payment is final. On submit the tenant is told at once.'
    if (chosen === PAYMENT_STATUS.verified && !verifiedDate)
      return 'On submit you are recorded as the verifier, and the tenant is told at once.'
    return 'On submit the tenant is told at once.'
  }
  const finality = payment.reversed ? 'It was reversed since.' : 'It is final.'
  if (status === PAYMENT_STATUS.posted)
    return `Posted${formatBy(postedBy)}, ${formatDateTime(postedDate)}. ${finality}`
  return verifiedDate ? `Verified${formatBy(verifier)}, ${formatDateTime(verifiedDate)}` : undefined
}

const formatBy = (who: { name: string } | null | undefined): string => (who ? ` by ${who.name}` : '')
