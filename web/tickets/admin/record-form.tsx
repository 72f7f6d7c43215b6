import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { Details } from '@tahanan/contract/tickets/validate.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useAdmin } from '../../lib/me.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet, SheetCancel } from '../../ui/sheet.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import type { TenantOption } from '../calls.ts'
import { NewerNote } from '../../forms/newer-note.tsx'
import { SubmitForm } from '../../ui/submit-form.tsx'
import { TicketFields } from '../form/ticket-fields.tsx'
import { useSaveTicket } from '../form/use-save-ticket.ts'
import { useTicketForm } from '../form/use-ticket-form.ts'
import { History } from '../history.tsx'
import { can, type Ticket } from '../ticket.ts'
import { StatusPanel, type StatusValues } from './status-panel.tsx'
import { TenantPicker, tenantLabel } from './tenant-picker.tsx'

interface RecordFormProps {
  module: TicketModule
  /** The ticket as the form began with it, and as it is now. */
  base: Ticket
  latest: Ticket
  onRebase: () => void
  onClose: () => void
}

/** What of status and remarks differs from the ticket. */
function changedState(base: Ticket, { status, remarks }: StatusValues): Details {
  return {
    ...(status !== base.status && { status }),
    ...(remarks.trim() !== (base.remarks ?? '') && { remarks: remarks.trim() }),
  }
}

export function RecordForm({ module, base, latest, onRebase, onClose }: RecordFormProps) {
  const { email } = useAdmin()
  const [state, setState] = useState<StatusValues>({ status: base.status, remarks: base.remarks ?? '' })
  const [tenant, setTenant] = useState<TenantOption>(base.tenant)
  const form = useTicketForm({ module, writer: 'admin', action: 'update', ticket: base })
  const { submit, busy } = useSaveTicket({ form, ticket: base, account: email, onSaved: onClose })

  const extra: Details = {
    ...changedState(base, state),
    ...(tenant.id !== base.tenant.id && { tenantId: tenant.id }),
  }
  const dirty = form.dirty || form.uploads.busy || Object.keys(extra).length > 0
  const newer = latest.updated_at !== base.updated_at
  const rebase = useEffectEvent(onRebase)
  // an untouched form follows the ticket; a touched one is asked about it
  useEffect(() => {
    if (newer && !dirty && !busy) rebase()
  }, [newer, dirty, busy])

  const fieldsOpen = can(latest, 'fields')
  const maySubmit = can(latest, 'edit') || can(latest, 'afterApproval')
  const { tenant: owner } = latest
  return (
    <Sheet
      place="box"
      width={1000}
      title={
        <>
          <span className="num">{latest.ticketNumber}</span>
          <StatusTag status={latest.status} />
        </>
      }
      subtitle={`${owner.uoccname}, ${owner.clientCode}`}
      dirty={dirty}
      onClose={onClose}
      footer={
        <>
          <SheetCancel>{maySubmit ? 'Cancel' : 'Close'}</SheetCancel>
          {maySubmit && (
            <Button kind="primary" type="submit" form={form.id} busy={busy} disabled={form.uploads.busy}>
              Submit
            </Button>
          )}
        </>
      }
    >
      <SubmitForm id={form.id} className="record" onSubmit={() => void submit(extra)}>
        <div className="left">
          <div className="form">
            {newer && dirty && <NewerNote onShow={onRebase} />}
            <Field label="Tenant" required error={form.errors.tenantId}>
              {fieldsOpen ? (
                <TenantPicker
                  value={tenant}
                  onChange={(chosen) => {
                    setTenant(chosen ?? base.tenant)
                    form.heed('tenantId')
                  }}
                />
              ) : (
                <Input value={tenantLabel(owner)} disabled readOnly />
              )}
            </Field>
            <TicketFields
              form={form}
              ticket={base}
              isOpen={(field) => fieldsOpen || (field.afterApproval === true && can(latest, 'afterApproval'))}
            />
          </div>
        </div>
        <StatusPanel
          module={module}
          ticket={latest}
          values={state}
          errors={form.errors}
          onChange={setState}
        />
        <div className="past">
          <h3>History</h3>
          <History module={module} entries={latest.history ?? []} />
        </div>
      </SubmitForm>
    </Sheet>
  )
}
