import './record.css'
import type { ComponentProps, ReactNode } from 'react'
import { KeptNote } from './kept-note.tsx'
import { NewerNote } from './newer-note.tsx'
import { SheetForm } from './sheet-form.tsx'

type Sheet = ComponentProps<typeof SheetForm>

interface RecordSheetProps
  extends
    ComponentProps<typeof NewerNote>,
    Pick<
      Sheet,
      'title' | 'actions' | 'busy' | 'readOnly' | 'onClose' | 'onSubmit' | 'onSubmitAndNext' | 'children'
    > {
  tenant: { uoccname: string; clientCode: string }
  isActing: boolean
  panel: ReactNode
  history: ReactNode
  /** Whether the panel offers a decision, which is the form's main button then. */
  decides: boolean
}

/** The office's sheet of a tenant's record: fields, status, history. */
export function RecordSheet(props: RecordSheetProps) {
  const { form, otherFields, lastChange, closed, tenant, isActing, panel, history, children, ...rest } = props
  const { decides, ...sheet } = rest
  return (
    <SheetForm
      {...sheet}
      id={form.id}
      kind={decides ? 'quiet' : 'primary'}
      className="record"
      place="box"
      width={1000}
      subtitle={`${tenant.uoccname}, ${tenant.clientCode}`}
      dirty={form.dirty || form.uploads.busy}
      disabled={isActing || form.uploads.busy}
    >
      <div className="left">
        <div className="form">
          <NewerNote form={form} otherFields={otherFields} lastChange={lastChange} closed={closed} />
          {form.restored && form.dirty && <KeptNote />}
          {children}
        </div>
      </div>
      {panel}
      <div className="past">
        <h3>History</h3>
        {history}
      </div>
    </SheetForm>
  )
}
