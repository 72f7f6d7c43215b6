import { BadgeCheck, UserRound } from 'lucide-react'
import { useRef } from 'react'
import { useAdmin } from '#lib/api/me.ts'
import { getShortcutProps } from '#lib/keys/shortcut-setting.ts'
import { toText } from '#lib/record-values.ts'
import { toTicketRowName, useSavingRows } from '#lib/saving-rows.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { DecisionButtons } from '#ui/decisions/decision-buttons.tsx'
import { forgetTypedInputs } from '#ui/decisions/prompt-for-fields.tsx'
import { useDecisionStep } from '#ui/decisions/use-decision-step.ts'
import { StatusFields } from '#ui/forms/controls/status-fields.tsx'
import { filterValues } from '#ui/forms/form-values.ts'
import { showUnfinishedUploads } from '#ui/forms/use-save.ts'
import { useLayerShortcut } from '#ui/layers/use-layer-shortcut.ts'
import { deselectRows } from '#ui/list-pages/selection.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { STATUS, STATUSES } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { describeOpenAmount } from '../describe-open-amount.ts'
import { DueClock } from '../due/due-clock.tsx'
import { RULES_QUESTION, type TicketForm } from '../form/use-ticket-form.ts'
import { recordOwnVersion } from '../own-versions.ts'
import { formatTicketLines } from '../summary.ts'
import { hasAbility, getApprover, getFailedFilesTitle } from '../ticket.ts'
import { promptForStep, showStepToast } from './apply-step.ts'
import { getChosenStatus, toOfficeFieldsBody } from './office-fields.ts'
import { promptAndAssign, mayAssign } from './prompt-and-assign.ts'
import { type TicketStep, getOfficeStep, getVerb, getRejectStep, getVerifyAction } from './record-actions.ts'

interface StatusPanelProps {
  module: TicketModule
  ticket: Ticket
  form: TicketForm
  isOpen: (key: string) => boolean
  decisionOfOther: string | undefined
  onRunningChange: (isRunning: boolean) => void
  onStepDone: () => Promise<void>
}

export function StatusPanel({
  module,
  ticket,
  form,
  isOpen,
  decisionOfOther,
  onRunningChange,
  onStepDone,
}: StatusPanelProps) {
  const isSaving = useSavingRows().has(toTicketRowName(ticket.id))
  const { run, busy: isStepRunning } = useDecisionStep({
    form,
    record: ['ticket', ticket.id],
    lists: ['tickets'],
    body: () => {
      if (showUnfinishedUploads(form.uploads, module.noun.one, getFailedFilesTitle(module, 'update')))
        return undefined
      const checkedFields = form.check(isOpen)
      // The status chosen in the form is not sent, because the step sets the status.
      const { status: _chosen, ...otherChanges } = filterValues(form.changed, isOpen)
      return checkedFields && { ...checkedFields, ...toOfficeFieldsBody(otherChanges) }
    },
    onRunningChange,
    onStepDone,
  })
  const busy = isStepRunning || isSaving
  const status = getChosenStatus(form.values)
  const choices = STATUSES.map(({ status }) => status).filter((status) =>
    hasAbility(ticket, `status.${status}`),
  )
  const [next, rejection] = [getOfficeStep(module, ticket), getRejectStep(module, ticket)]
  const verify = getVerifyAction(module, ticket)
  const verifier = ticket.verifier?.name
  const applyStep = (step: TicketStep): Promise<void> =>
    run({
      ...step,
      // An approval always asks for confirmation. Later steps ask only if they need input or cannot be
      // undone.
      promptForInput: (sentFields) =>
        promptForStep(module, ticket, {
          step,
          details: { ...ticket, ...sentFields },
          mustConfirm: step.status === STATUS.approved,
          remarks: toText(form.changed.remarks),
        }),
      questions: RULES_QUESTION,
      onDone: (savedRow) => {
        const savedTicket = { ...ticket, ...savedRow }
        forgetTypedInputs(`ticket ${ticket.id}`)
        recordOwnVersion(savedTicket)
        deselectRows([toTicketRowName(ticket.id)])
        showStepToast(module, ticket, savedTicket, step)
      },
    })
  const openAmountText = describeOpenAmount(ticket, 'office')
  return (
    <div className="state">
      {(next || rejection || verify || verifier || decisionOfOther !== undefined) && (
        <DecisionButtons
          busy={busy}
          decisionOfOther={decisionOfOther}
          next={next && { label: capitalize(next.verb), onClick: () => void applyStep(next) }}
          onReject={rejection && (() => void applyStep(rejection))}
        >
          {verify && (
            <Button
              busy={busy}
              onClick={() =>
                void run({
                  path: `/${module.path.one}/${verify.path}/${ticket.id}`,
                  verb: getVerb(verify),
                  details: formatTicketLines(ticket),
                  onDone: () => toast.success(verify.toast, ticket.ticketNumber),
                })
              }
            >
              {capitalize(getVerb(verify))}
            </Button>
          )}
          {verifier && (
            <p className="done row">
              <BadgeCheck />
              Verified by {verifier}
            </p>
          )}
        </DecisionButtons>
      )}
      <AssigneeRow {...{ module, ticket, form, onAssigned: onStepDone }} />
      {openAmountText && <p className="minor">{openAmountText}</p>}
      <StatusFields
        form={form}
        status={status}
        choices={choices}
        note={describeChosenStatus(ticket, status)}
        remarks={{ limit: LIMITS.longText, isOpen: isOpen('remarks') }}
      />
    </div>
  )
}

interface AssigneeRowProps {
  module: TicketModule
  ticket: Ticket
  form: TicketForm
  onAssigned: () => Promise<void>
}

/**
 * Row with the assignee and the due time of an open ticket (rules 4.29). Assigning is disabled while the form
 * has unsaved input.
 */
function AssigneeRow({ module, ticket, form, onAssigned }: AssigneeRowProps) {
  const { roles } = useAdmin()
  const button = useRef<HTMLButtonElement>(null)
  useLayerShortcut('m', button, () => button.current?.click())
  const assignTicket = async (): Promise<void> => {
    if (await promptAndAssign(module, ticket)) await onAssigned()
  }
  const isChanged = Object.keys(form.changed).length > 0
  return (
    <div className="assignee row">
      <UserRound />
      <span>
        <span className="visually-hidden">Assigned to </span>
        {ticket.assignee?.name ?? 'Nobody has this yet'}
      </span>
      {mayAssign(module, roles) && (
        <Button
          ref={button}
          kind="quiet"
          disabled={isChanged || form.isLocked}
          {...getShortcutProps(isChanged ? 'Please submit your changes first' : 'Assign', 'm')}
          onClick={() => void assignTicket()}
        >
          Assign
        </Button>
      )}
      <DueClock ticket={ticket} isTextVisible />
    </div>
  )
}

export function describeChosenStatus(ticket: Ticket, chosenStatus: number): string | undefined {
  if (chosenStatus !== ticket.status) {
    return chosenStatus === STATUS.approved && !ticket.approver
      ? 'On submit you are recorded as the approver, and the tenant gets a notification.'
      : 'On submit the tenant gets a notification.'
  }
  const approver = getApprover(ticket)
  if (!approver) return undefined
  const approvalTimeText =
    typeof ticket.approvalDate === 'string' ? `, ${formatDateTime(ticket.approvalDate)}` : ''
  return `Approved by ${approver.name}${approvalTimeText}`
}
