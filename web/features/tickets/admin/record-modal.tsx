import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecordConversation } from '#features/conversation/record-conversation.tsx'
import { PassButton } from '#features/passes/pass-button.tsx'
import { hasPass } from '#features/passes/pass-state.ts'
import { TenantContact } from '#features/tenants/tenant-contact.tsx'
import { TenantField } from '#features/tenants/tenant-field.tsx'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { toTicketRowName } from '#lib/saving-rows.ts'
import { NO_DATE } from '#lib/time.ts'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { RecordArrows } from '#ui/decisions/record-arrows.tsx'
import { useNeighbourNavigation } from '#ui/decisions/use-neighbour-navigation.ts'
import type { RecordNeighbours } from '#ui/decisions/use-neighbours.ts'
import { RecordSheet } from '#ui/forms/record-sheet.tsx'
import { RemountingModal } from '#ui/list-pages/loading-sheet.tsx'
import { deselectRows } from '#ui/list-pages/selection.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { ticketQuery } from '../calls.ts'
import { TicketFields } from '../form/ticket-fields.tsx'
import { useSaveTicket, useTicketForm } from '../form/use-ticket-form.ts'
import { toHistoryEntries } from '../history.ts'
import { describeDecision, describeLastChange } from '../last-change.ts'
import { recordOwnVersion } from '../own-versions.ts'
import { TicketTag } from '../ticket-tag.tsx'
import { hasAbility, getTicketFormTitle } from '../ticket.ts'
import { formatValue } from '../values.ts'
import { createUndo } from './apply-step.ts'
import {
  OFFICE_FIELD_FORMATS,
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
  recordNeighbours: RecordNeighbours
  onOpen: (id: number) => void
  onClose: () => void
}

export function RecordModal({ id, ...modal }: RecordModalProps) {
  const { module, onClose } = modal
  const query = useQuery(ticketQuery(module, id))
  return (
    <RemountingModal query={query} title={module.title} subject={`this ${module.noun.one}`} onClose={onClose}>
      {(ticket, state) => <RecordForm ticket={ticket} {...state} {...modal} />}
    </RemountingModal>
  )
}

interface RecordFormProps extends Omit<RecordModalProps, 'id'> {
  ticket: Ticket
  isGone: boolean
  onRestart: () => void
}

function RecordForm(props: RecordFormProps) {
  const { module, ticket: latestTicket, isGone, recordNeighbours, onOpen, onRestart, onClose } = props
  const ticket = isGone ? { ...latestTicket, can: [] } : latestTicket
  const { roles } = useAdmin()
  const [isStepRunning, setStepRunning] = useState(false)
  const { form, forgetDraft, close } = useTicketForm({
    module,
    ticket,
    writer: 'admin',
    isSaving: isStepRunning,
    otherValues: getOfficeFields,
    onClose,
  })
  const canEditFields = hasAbility(ticket, 'fields')
  const canEditRemarks = hasAbility(ticket, 'edit') || hasAbility(ticket, 'afterApproval')
  const isOpen = (key: string): boolean => {
    if (key === 'status') return hasAbility(ticket, `status.${getChosenStatus(form.values)}`)
    if (key === 'remarks') return canEditRemarks
    return (
      canEditFields || (module.fields[key]?.afterApproval === true && hasAbility(ticket, 'afterApproval'))
    )
  }
  // Fields whose typed input is reported as lost, because the user may no longer change them. Empty while a
  // step is sent, because the step contains the input.
  const closedFields = isStepRunning ? [] : Object.keys(form.changed).filter((key) => !isOpen(key))
  const neighbourNavigation = useNeighbourNavigation({
    id: ticket.id,
    neighbours: recordNeighbours,
    forgetDraft,
    close,
    onOpen,
  })
  const { submit, busy } = useSaveTicket({
    form,
    ticket,
    isOpen,
    otherBody: toOfficeFieldsBody,
    getUndo: (savedFields, sentFields) => createUndo(module, ticket, savedFields, sentFields),
    onSaved: (savedFields) => {
      if (savedFields) {
        const now = { ...ticket, ...savedFields }
        recordOwnVersion(now)
        if (now.status !== ticket.status) deselectRows([toTicketRowName(ticket.id)])
      }
      neighbourNavigation.follow()
    },
  })
  const refetchAndRestart = async (): Promise<void> => {
    forgetDraft()
    // Refetches the ticket with its history first. Otherwise the remounted form would report the user's own
    // change as a change by somebody else.
    await queryClient.fetchQuery(ticketQuery(module, ticket.id)).catch(() => undefined)
    onRestart()
  }
  const { tenant: owner } = ticket
  const decisionOfOther = describeDecision(module, form.newerVersion, ticket)
  return (
    <RecordSheet
      form={form}
      tenant={owner}
      title={
        <>
          {getTicketFormTitle(canEditRemarks ? 'EDIT' : 'VIEW', module)}{' '}
          <span className="num">{ticket.ticketNumber}</span>
          <TicketTag ticket={ticket} />
        </>
      }
      otherFields={OFFICE_FIELD_FORMATS}
      lastChange={
        isGone ? 'This was deleted meanwhile.' : describeLastChange(module, form.newerVersion, ticket)
      }
      closedKeys={closedFields}
      isStepRunning={isStepRunning}
      busy={busy}
      readOnly={!canEditRemarks}
      onClose={close}
      onSubmit={() => neighbourNavigation.toList(submit)}
      onSubmitAndNext={
        neighbourNavigation.hasNext ? () => neighbourNavigation.saveAndOpenNext(submit) : undefined
      }
      canDecide={getOfficeStep(module, ticket) !== undefined}
      actions={<RecordArrows {...neighbourNavigation.beside} />}
      panel={
        <StatusPanel
          module={module}
          ticket={ticket}
          form={form}
          isOpen={isOpen}
          decisionOfOther={
            form.isOutdated
              ? (form.change ?? decisionOfOther ?? 'Somebody else changed it.')
              : decisionOfOther
          }
          onRunningChange={setStepRunning}
          onStepDone={refetchAndRestart}
        />
      }
      sideContent={
        <RecordConversation
          subject={{ kind: 'ticket', id: ticket.id }}
          history={toHistoryEntries(module, ticket)}
          empty={`No message yet. ${owner.uoccname} reads what you write here.`}
        />
      }
    >
      <TenantContact tenant={owner} contact={ticket.contact} />
      {rolesAllow(roles, 'gate', 'scan') && hasPass(ticket) && (
        <div className="acts wide">
          <PassButton module={module} ticket={ticket} />
        </div>
      )}
      <TenantField
        form={form}
        shownTenantId={owner.id}
        value={getTenant(form.values)}
        fixedTenant={canEditFields ? undefined : owner}
        disabled={isStepRunning}
        onChange={(tenant) => form.set('tenant', tenant ?? form.before.tenant)}
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
