import type { ComponentProps } from 'react'
import { DraftNote } from './draft-note.tsx'
import { NewerVersionNote } from './newer-version-note.tsx'
import { SheetForm } from './sheet-form.tsx'

type SheetProps = ComponentProps<typeof SheetForm>

interface RecordSheetProps
  extends
    ComponentProps<typeof NewerVersionNote>,
    Omit<SheetProps, 'begins' | 'id' | 'subtitle' | 'dirty' | 'disabled' | 'kind' | 'place' | 'width'> {
  tenant: { uoccname: string; clientCode: string }
  isStepRunning: boolean
  canDecide: boolean
}

export function RecordSheet(props: RecordSheetProps) {
  const { form, otherFields, lastChange, closedKeys, tenant, isStepRunning, children, ...rest } = props
  const { canDecide, ...sheet } = rest
  return (
    <SheetForm
      {...sheet}
      id={form.id}
      kind={canDecide ? 'quiet' : 'primary'}
      place="box"
      begins="heading"
      width={1000}
      subtitle={`${tenant.uoccname}, ${tenant.clientCode}`}
      dirty={form.dirty || form.uploads.busy}
      disabled={isStepRunning || form.uploads.busy}
    >
      <div className="form">
        <NewerVersionNote
          form={form}
          otherFields={otherFields}
          lastChange={lastChange}
          closedKeys={closedKeys}
        />
        {form.isDraftRestored && form.dirty && <DraftNote />}
        {children}
      </div>
    </SheetForm>
  )
}
