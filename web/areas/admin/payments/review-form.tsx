import { useEffect, useEffectEvent, useId, useState } from 'react'
import { can, type Payment } from '../../../billing/payment.ts'
import { PaymentHistory } from '../../../billing/payment-history.tsx'
import { PaymentStatusTag } from '../../../billing/payment-tags.tsx'
import { NewerNote } from '../../../forms/newer-note.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sheet, SheetCancel } from '../../../ui/sheet.tsx'
import { SubmitForm } from '../../../ui/submit-form.tsx'
import { PaymentDetails } from './payment-details.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { chosenFirst, useReview, type ReviewValues } from './use-review.ts'

interface ReviewFormProps {
  /** The payment as the form began with it, and as it is now. */
  base: Payment
  latest: Payment
  onRebase: () => void
  onClose: () => void
}

/** The modal of one payment: what it is to the left, what to do with it to the right. */
export function ReviewForm({ base, latest, onRebase, onClose }: ReviewFormProps) {
  const id = useId()
  const [values, setValues] = useState<ReviewValues>(() => ({
    status: chosenFirst(base),
    remarks: base.remarks,
  }))
  const { submit, busy, errors, heed } = useReview(base, id, onClose)
  const dirty = values.status !== chosenFirst(base) || values.remarks.trim() !== base.remarks
  const newer = latest.updated_at !== base.updated_at
  const rebase = useEffectEvent(onRebase)
  // an untouched form follows the payment; a touched one is asked about it
  useEffect(() => {
    if (newer && !dirty && !busy) rebase()
  }, [newer, dirty, busy])
  const mayEdit = can(latest, 'edit')
  const { tenant } = latest
  return (
    <Sheet
      place="box"
      width={1000}
      title={
        <>
          <span className="num">{latest.referenceNumber}</span>
          <PaymentStatusTag status={latest.status} />
        </>
      }
      subtitle={`${tenant.uoccname}, ${tenant.clientCode}`}
      dirty={dirty}
      onClose={onClose}
      footer={
        <>
          <SheetCancel>{mayEdit ? 'Cancel' : 'Close'}</SheetCancel>
          {mayEdit && (
            <Button kind="primary" type="submit" form={id} busy={busy}>
              Submit
            </Button>
          )}
        </>
      }
    >
      <SubmitForm
        id={id}
        className="record payment"
        onSubmit={() => {
          if (!dirty) onClose()
          else void submit(values)
        }}
      >
        <div className="left">
          {newer && dirty && <NewerNote onShow={onRebase} />}
          <PaymentDetails payment={latest} />
        </div>
        <ReviewPanel
          payment={latest}
          values={values}
          errors={errors}
          onChange={(next) => {
            setValues(next)
            heed()
          }}
        />
        <div className="past">
          <h3>History</h3>
          <PaymentHistory events={latest.history ?? []} />
        </div>
      </SubmitForm>
    </Sheet>
  )
}
