import type { ComponentProps } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { Sheet, SheetCancel } from '#ui/overlays/sheet.tsx'
import { useIsPhone } from '../use-media.ts'

interface SheetFormProps extends Omit<ComponentProps<typeof Sheet>, 'footer'> {
  id: string
  className?: string
  submitLabel?: string
  kind?: 'primary' | 'destroy'
  busy: boolean
  disabled?: boolean
  readOnly?: boolean
  note?: React.ReactNode
  onSubmit: () => Promise<void>
}

/** A form in a sheet with its buttons in the footer; residents' phones have no Cancel. */
export function SheetForm(props: SheetFormProps) {
  const { id, className, submitLabel = 'Submit', kind = 'primary', busy, disabled, readOnly, note } = props
  const { onSubmit, children, ...sheet } = props
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
            <Button kind={kind} type="submit" form={id} busy={busy} disabled={disabled}>
              {submitLabel}
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
