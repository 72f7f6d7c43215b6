import type { ComponentProps } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { Sheet, SheetCancel } from '#ui/overlays/sheet.tsx'
import { useIsPhone } from '../use-media.ts'

interface SheetFormProps extends Omit<ComponentProps<typeof Sheet>, 'footer'> {
  id: string
  className?: string
  submitLabel?: string
  kind?: 'primary' | 'quiet' | 'destroy'
  busy: boolean
  disabled?: boolean
  readOnly?: boolean
  note?: React.ReactNode
  onSubmit: () => Promise<void>
  /** Submits and opens the next record of the list. */
  onSubmitAndNext?: () => Promise<void>
}

const SUBMIT_KEYS = 'Ctrl + Enter'

/** A form in a sheet with its buttons in the footer; residents' phones have no Cancel. */
export function SheetForm(props: SheetFormProps) {
  const { id, className, submitLabel = 'Submit', kind = 'primary', busy, disabled, readOnly, note } = props
  const { onSubmit, onSubmitAndNext, children, ...sheet } = props
  const phone = useIsPhone()
  const cancels = readOnly || sheet.place === 'box' || !phone
  return (
    <Sheet
      {...sheet}
      footer={
        <>
          {note}
          {cancels && <SheetCancel>{readOnly ? 'Close' : 'Cancel'}</SheetCancel>}
          {!readOnly && (
            <Button kind={kind} type="submit" form={id} busy={busy} disabled={disabled} title={SUBMIT_KEYS}>
              {submitLabel}
            </Button>
          )}
          {!readOnly && onSubmitAndNext && (
            <Button kind="quiet" busy={busy} disabled={disabled} onClick={() => void onSubmitAndNext()}>
              {submitLabel} and next
            </Button>
          )}
        </>
      }
    >
      <SubmitForm id={id} className={className} onSubmit={() => void onSubmit()}>
        {children}
      </SubmitForm>
    </Sheet>
  )
}
