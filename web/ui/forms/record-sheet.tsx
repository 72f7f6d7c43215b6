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
  isActing: boolean
  decides: boolean
}

export function RecordSheet(props: RecordSheetProps) {
  const { form, otherFields, lastChange, closed, tenant, isActing, children, ...rest } = props
  const { decides, ...sheet } = rest
  return (
    <SheetForm
      {...sheet}
      id={form.id}
      kind={decides ? 'quiet' : 'primary'}
      place="box"
      begins="heading"
      width={1000}
      subtitle={`${tenant.uoccname}, ${tenant.clientCode}`}
      dirty={form.dirty || form.uploads.busy}
      disabled={isActing || form.uploads.busy}
    >
      <div className="form">
        <NewerVersionNote form={form} otherFields={otherFields} lastChange={lastChange} closed={closed} />
        {form.restored && form.dirty && <DraftNote />}
        {children}
      </div>
    </SheetForm>
  )
}
