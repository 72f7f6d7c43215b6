import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { can, type Payment } from '../../../billing/payment.ts'
import { PaymentStatusTag } from '../../../billing/payment-tags.tsx'
import { ReceiptButton } from '../../../billing/receipt-button.tsx'
import { showDateTime } from '../../../lib/time.ts'
import { StatusPicker } from '../../../tickets/admin/status-picker.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextArea } from '../../../ui/input.tsx'
import { useApproveReserved } from './use-approve-reserved.ts'
import type { ReviewValues } from './use-review.ts'

interface ReviewPanelProps {
  payment: Payment
  values: ReviewValues
  errors: Readonly<Record<string, string>>
  onChange: (values: ReviewValues) => void
}

/** The abilities that open a status of the choice; for verification is always there (specification 3 §4). */
const CHOICES: readonly (readonly [status: number, ability: string])[] = [
  [2, 'edit'],
  [3, 'verify'],
  [4, 'post'],
  [5, 'reject'],
]

/** The verification form: status and remarks, and what needs no form; beside the details on a desk, above them on a phone. */
export function ReviewPanel({ payment, values, errors, onChange }: ReviewPanelProps) {
  const approve = useApproveReserved()
  const choices = CHOICES.flatMap(([status, ability]) => (can(payment, ability) ? [status] : []))
  const mayEdit = can(payment, 'edit')
  const note = noteOf(payment, values.status)
  return (
    <div className="state">
      {payment.setAside && (
        <div className="aside-note" role="note">
          <TriangleAlert className="i" aria-hidden />
          <div>
            <b>Set aside: please look</b>
            <p>{payment.setAside}</p>
          </div>
        </div>
      )}
      <Field label="Status" required error={errors.status}>
        <StatusPicker
          value={values.status}
          choices={choices}
          tagOf={tagOf}
          disabled={!mayEdit}
          onChange={(status) => onChange({ ...values, status })}
        />
      </Field>
      {note && (
        <p className="note">
          <Info className="i" aria-hidden />
          <span>{note}</span>
        </p>
      )}
      <Field
        label="Remarks"
        error={errors.remarks}
        help={
          payment.setAside && mayEdit
            ? 'Needed before this payment can be verified or posted: how it was settled.'
            : undefined
        }
      >
        <TextArea
          value={values.remarks}
          maxLength={2000}
          disabled={!mayEdit}
          onChange={(event) => onChange({ ...values, remarks: event.target.value })}
        />
      </Field>
      {(can(payment, 'approveReserved') || can(payment, 'receipt')) && (
        <div className="acts">
          {can(payment, 'approveReserved') && (
            <Button busy={approve.busy} onClick={() => void approve.run(payment)}>
              Approve
            </Button>
          )}
          {can(payment, 'receipt') && <ReceiptButton payment={payment} />}
        </div>
      )}
    </div>
  )
}

const tagOf = (status: number): ReactNode => <PaymentStatusTag status={status} wording="edit" />

/** What the chosen status will do, or who decided. */
function noteOf(payment: Payment, chosen: number): string | undefined {
  const { status, verifier, verifiedDate, postedBy, postedDate } = payment
  if (chosen !== status && !(status === 1 && chosen === 2)) {
    if (chosen === 4)
      return 'A posted payment is final. On submit it gets its receipt, and the tenant is told at once.'
    if (chosen === 3 && !verifiedDate)
      return 'On submit you are recorded as the verifier, and the tenant is told at once.'
    return 'On submit the tenant is told at once.'
  }
  if (status === 4) return `Posted${by(postedBy)}, ${showDateTime(postedDate)}. It is final.`
  return verifiedDate ? `Verified${by(verifier)}, ${showDateTime(verifiedDate)}` : undefined
}

const by = (who: { name: string } | null | undefined): string => (who ? ` by ${who.name}` : '')
