import './record.css'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { Sheet, SheetCancelButton } from '#ui/overlays/sheet.tsx'
import { useConfirmUnsentInputs } from '#ui/overlays/unsent-inputs.ts'
import { useIsPhone } from '../use-media-query.ts'

interface SheetFormProps extends Omit<ComponentProps<typeof Sheet>, 'footer' | 'isSaving'> {
  id: string
  className?: string
  submitLabel?: string
  kind?: 'primary' | 'quiet' | 'destroy'
  busy: boolean
  disabled?: boolean
  readOnly?: boolean
  note?: ReactNode
  onSubmit: () => Promise<void>
  onSubmitAndNext?: () => Promise<void>
  /** Content outside the form. It is next to the fields on a desktop, and below them on a phone. */
  sideContent?: ReactNode
  /** Part of the form above `sideContent`. On a phone it is shown first. */
  panel?: ReactNode
}

const SUBMIT_KEYS = 'Ctrl + Enter'

export function SheetForm(props: SheetFormProps) {
  const { id, className, submitLabel = 'Submit', kind = 'primary', busy, disabled, readOnly, note } = props
  const { onSubmit, onSubmitAndNext, sideContent, panel, children, ...sheet } = props
  const phone = useIsPhone()
  const form = (
    <FormWithUnsentInputs id={id} className={className} submitLabel={submitLabel} onSubmit={onSubmit}>
      {sideContent === undefined ? children : <div className="left">{children}</div>}
      {panel}
    </FormWithUnsentInputs>
  )
  const hasCancelButton = readOnly || sheet.place === 'box' || !phone
  return (
    <Sheet
      {...sheet}
      isSaving={busy}
      footer={
        <>
          {note}
          {hasCancelButton && <SheetCancelButton>{readOnly ? 'Close' : 'Cancel'}</SheetCancelButton>}
          {!readOnly && (
            <Button kind={kind} type="submit" form={id} busy={busy} disabled={disabled} title={SUBMIT_KEYS}>
              {submitLabel}
            </Button>
          )}
          {!readOnly && onSubmitAndNext && (
            <SubmitAndNextButton {...{ busy, disabled, submitLabel, onSubmitAndNext }} />
          )}
        </>
      }
    >
      {sideContent === undefined ? (
        form
      ) : (
        <div className="record">
          {form}
          <div className="past">{sideContent}</div>
        </div>
      )}
    </Sheet>
  )
}

type SubmitAndNextButtonProps = Required<Pick<SheetFormProps, 'submitLabel' | 'onSubmitAndNext'>> &
  Pick<SheetFormProps, 'busy' | 'disabled'>

function FormWithUnsentInputs(
  props: Pick<SheetFormProps, 'id' | 'className' | 'submitLabel' | 'onSubmit' | 'children'>,
) {
  const { submitLabel = '', onSubmit, ...form } = props
  const confirmUnsentInputs = useConfirmUnsentInputs()
  return <SubmitForm {...form} onSubmit={() => confirmUnsentInputs(submitLabel, onSubmit)} />
}

function SubmitAndNextButton({ busy, disabled, submitLabel, onSubmitAndNext }: SubmitAndNextButtonProps) {
  const confirmUnsentInputs = useConfirmUnsentInputs()
  return (
    <Button
      kind="quiet"
      busy={busy}
      disabled={disabled}
      onClick={() => confirmUnsentInputs(submitLabel, onSubmitAndNext)}
    >
      {submitLabel} and next
    </Button>
  )
}
