import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordConversation } from '#features/conversation/record-conversation.tsx'
import { hasPass } from '#features/passes/pass-state.ts'
import { ShowPass } from '#features/passes/show-pass.tsx'
import { TenantContact } from '#features/tenants/tenant-contact.tsx'
import { TenantField } from '#features/tenants/tenant-field.tsx'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { toTicketRowName } from '#lib/saving-rows.ts'
import { NO_DATE } from '#lib/time.ts'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { RecordArrows } from '#ui/decisions/record-arrows.tsx'
import type { Neighbours } from '#ui/decisions/use-neighbours.ts'
import { useRecordWalk } from '#ui/decisions/use-record-walk.ts'
import { RecordSheet } from '#ui/forms/record-sheet.tsx'
import { leaveSelection } from '#ui/list-pages/selection.ts'
import { RestartingModal } from '#ui/list-pages/waiting-sheet.tsx'
import { allows } from '@tahanan/contract/permissions.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { ticketQuery } from '../calls.ts'
import { TicketFields } from '../form/ticket-fields.tsx'
import { useSaveTicket, useTicketForm } from '../form/use-ticket-form.ts'
import { toHistoryEntries } from '../history.ts'
import { describeDecision, describeLastChange } from '../last-change.ts'
import { recordOwnVersion } from '../own-versions.ts'
import { TicketTag } from '../ticket-tag.tsx'
import { can, getTicketFormTitle } from '../ticket.ts'
import { formatValue } from '../values.ts'
import { createUndo } from './apply-step.ts'
import {
  OTHER_FIELDS,
  getOfficeFields,
  toOfficeFieldsBody,
  getChosenStatus,
  getTenant,
} from './office-fields.ts'
import { getOfficeStep } from './record-actions.ts'
import { StatusPanel } from './status-panel.tsx'

interface RecordModalProps {
  module: TicketModule
  id: number
  neighbours: Neighbours
  onOpen: (id: number) => void
  onClose: () => void
}

export function RecordModal({ id, ...modal }: RecordModalProps) {
  const { module, onClose } = modal
  const query = useQuery(ticketQuery(module, id))
  return (
    <RestartingModal query={query} title={module.title} thing={`this ${module.noun.one}`} onClose={onClose}>
      {(ticket, state) => <RecordForm ticket={ticket} {...state} {...modal} />}
    </RestartingModal>
  )
}

interface RecordFormProps extends Omit<RecordModalProps, 'id'> {
  /** Newest version from the server, which may change while the form is open. */
  ticket: Ticket
  isGone: boolean
  onRestart: () => void
}

function RecordForm(props: RecordFormProps) {
  const { module, ticket: latest, isGone, neighbours, onOpen, onRestart, onClose } = props
  const ticket = isGone ? { ...latest, can: [] } : latest
  const { roles } = useAdmin()
  const [isActing, setActing] = useState(false)
  const { form, forget, close } = useTicketForm({
    module,
    ticket,
    writer: 'admin',
    isSaving: isActing,
    otherValues: getOfficeFields,
    onClose,
  })
  const fieldsOpen = can(ticket, 'fields')
  const remarksOpen = can(ticket, 'edit') || can(ticket, 'afterApproval')
  const isOpen = (key: string): boolean => {
    if (key === 'status') return can(ticket, `status.${getChosenStatus(form.values)}`)
    if (key === 'remarks') return remarksOpen
    return fieldsOpen || (module.fields[key]?.afterApproval === true && can(ticket, 'afterApproval'))
  }
  // While a step is being sent, closed fields are not reported as lost input, because their values were sent
  // with the step.
  const closed = isActing ? [] : Object.keys(form.changed).filter((key) => !isOpen(key))
  const walk = useRecordWalk({ id: ticket.id, neighbours, forget, close, onOpen })
  const { submit, busy } = useSaveTicket({
    form,
    ticket,
    isOpen,
    otherBody: toOfficeFieldsBody,
    getUndo: (saved, sent) => createUndo(module, ticket, saved, sent),
    onSaved: (saved) => {
      if (saved) {
        const now = { ...ticket, ...saved }
        recordOwnVersion(now)
        if (now.status !== ticket.status) leaveSelection([toTicketRowName(ticket.id)])
      }
      walk.follow()
    },
  })
  const restart = async (): Promise<void> => {
    forget()
    // Refetches the ticket with its history first, so that the remounted form does not report the user's own
    // change as new.
    await queryClient.fetchQuery(ticketQuery(module, ticket.id)).catch(() => undefined)
    onRestart()
  }
  const { tenant: owner } = ticket
  const decided = describeDecision(module, form.newer, ticket)
  return (
    <RecordSheet
      form={form}
      tenant={owner}
      title={
        <>
          {getTicketFormTitle(remarksOpen ? 'EDIT' : 'VIEW', module)}{' '}
          <span className="num">{ticket.ticketNumber}</span>
          <TicketTag ticket={ticket} />
        </>
      }
      otherFields={OTHER_FIELDS}
      lastChange={isGone ? 'This was deleted meanwhile.' : describeLastChange(module, form.newer, ticket)}
      closed={closed}
      isActing={isActing}
      busy={busy}
      readOnly={!remarksOpen}
      onClose={close}
      onSubmit={() => walk.toList(submit)}
      onSubmitAndNext={walk.hasNext ? () => walk.toNext(submit) : undefined}
      decides={getOfficeStep(module, ticket) !== undefined}
      actions={<RecordArrows {...walk.beside} />}
      panel={
        <StatusPanel
          module={module}
          ticket={ticket}
          form={form}
          isOpen={isOpen}
          decided={form.isOutdated ? (form.change ?? decided ?? 'Somebody else changed it.') : decided}
          onActing={setActing}
          onActed={restart}
        />
      }
      beside={
        <RecordConversation
          subject={{ kind: 'ticket', id: ticket.id }}
          past={toHistoryEntries(module, ticket)}
          empty={`No message yet. ${owner.uoccname} reads what you write here.`}
        />
      }
    >
      <TenantContact tenant={owner} contact={ticket.contact} />
      {allows(roles, 'gate', 'scan') && hasPass(ticket) && (
        <div className="acts wide">
          <ShowPass module={module} ticket={ticket} />
        </div>
      )}
      <TenantField
        form={form}
        known={owner.id}
        value={getTenant(form.values)}
        fixed={fieldsOpen ? undefined : owner}
        disabled={isActing}
        onChange={(chosen) => form.set('tenant', chosen ?? form.before.tenant)}
      />
      <TicketFields form={form} ticket={ticket} isOpen={isOpen} />
      {module.facts.map(({ key, label }) => (
        <Field key={key} label={label}>
          <Input value={formatValue(module, ticket, key) || NO_DATE} disabled readOnly />
        </Field>
      ))}
    </RecordSheet>
  )
}
