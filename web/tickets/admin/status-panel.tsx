import { STATUSES } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { BadgeCheck, Info } from 'lucide-react'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { showDateTime } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { can, type Ticket } from '../ticket.ts'
import { openActions, useRecordAction, verbOf } from './record-actions.ts'
import { StatusPicker } from './status-picker.tsx'

export interface StatusValues {
  status: number
  remarks: string
}

interface StatusPanelProps {
  module: TicketModule
  ticket: Ticket
  values: StatusValues
  errors: Readonly<Record<string, string>>
  onChange: (values: StatusValues) => void
}

/** Status, remarks, and the calls that need no form; beside the fields on a desk, above them on a phone. */
export function StatusPanel({ module, ticket, values, errors, onChange }: StatusPanelProps) {
  const { run, busy } = useRecordAction(module)
  const choices = STATUSES.map(({ status }) => status).filter((status) => can(ticket, `status.${status}`))
  const actions = openActions(module, ticket)
  const note = noteOf(ticket, values.status)
  const verifier = ticket.verifier?.name
  const mayRemark = can(ticket, 'edit') || can(ticket, 'afterApproval')
  return (
    <div className="state">
      <Field label="Status" required error={errors.status}>
        <StatusPicker
          value={values.status}
          choices={choices}
          disabled={choices.length === 0}
          onChange={(status) => onChange({ ...values, status })}
        />
      </Field>
      {note && (
        <p className="note">
          <Info className="i" aria-hidden />
          <span>{note}</span>
        </p>
      )}
      <Field label="Remarks" error={errors.remarks}>
        <TextArea
          value={values.remarks}
          maxLength={LIMITS.longText}
          disabled={!mayRemark}
          onChange={(event) => onChange({ ...values, remarks: event.target.value })}
        />
      </Field>
      {(actions.length > 0 || verifier) && (
        <div className="acts">
          {actions.map((action) => (
            <Button key={action.path} busy={busy} onClick={() => void run(action, ticket)}>
              {capital(verbOf(action))}
            </Button>
          ))}
          {verifier && (
            <p className="done">
              <BadgeCheck className="i" aria-hidden />
              Verified by {verifier}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** What the chosen status will do, or who approved. */
function noteOf(ticket: Ticket, chosen: number): string | undefined {
  if (chosen !== ticket.status) {
    return chosen === 2 && !ticket.approver
      ? 'On submit you are recorded as the approver, and the tenant is told at once.'
      : 'On submit the tenant is told at once.'
  }
  if (!ticket.approver) return undefined
  const at = typeof ticket.approvalDate === 'string' ? `, ${showDateTime(ticket.approvalDate)}` : ''
  return `Approved by ${ticket.approver.name}${at}`
}
