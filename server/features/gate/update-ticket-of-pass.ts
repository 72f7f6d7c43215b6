import { listActiveAdmins } from '#features/admins/viewers.ts'
import {
  notifyPageViewersGrouped,
  notifyTenantGrouped,
  deleteUnsentNotification,
} from '#features/notifications/notify.ts'
import type { GatePassRow, TicketOfPass } from '#features/passes/gate-pass-row.ts'
import { updateStatusByGate } from '#features/tickets/changes.ts'
import { getResidentLink } from '#features/tickets/ticket-notifications.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { ENTRY_MARK_LABELS, type EntryKind, type EntryMark } from '@tahanan/contract/gate/labels-and-codes.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { STATUS, type Status } from '@tahanan/contract/statuses.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { formatLongTime } from '@tahanan/contract/time.ts'

interface Entry {
  readonly kind: EntryKind
  readonly people: number
  readonly at: Date
}

interface TicketEffect {
  readonly row: GatePassRow
  readonly ticket: TicketOfPass
  readonly entry: Entry
  readonly undone: Entry | undefined
  readonly entered: number
  readonly usedAt: Date | null
  readonly timeZone: string
}

/**
 * Changes the ticket's status after an entry: to ongoing or completed. After an undo, restores the status
 * before the undone entry (rules 24.16).
 */
export async function updateTicketOfPass(tx: Tx, actor: AdminActor, effect: TicketEffect): Promise<void> {
  const { row, ticket, entry, undone } = effect
  // A pass is replaced if its ticket gets a new date or tenant. A replaced pass does not change the ticket.
  if (row.end_reason !== null && row.end_reason !== 'used' && row.end_reason !== 'resident') return
  const isUndo = entry.kind === 'undo'
  const steps = isUndo ? getStepsBack(effect, undone?.at) : getStepsAhead(effect)
  for (const [status, at] of steps) {
    // If a visitor returns, the completed ticket becomes ongoing again. Undoing that entry completes it
    // again.
    const reopensTicket = ticket.status === STATUS.completed && status === STATUS.ongoing
    const gateStep = {
      name: actor.gate?.name ?? '',
      at,
      takesBack: isUndo ? status !== STATUS.completed : reopensTicket,
    }
    await updateStatusByGate(tx, actor, getModule(ticket.module), ticket.id, { status, step: gateStep })
  }
}

type Step = readonly [Status, Date]

function getStepsAhead({ row, ticket: { status }, entry, entered, usedAt }: TicketEffect): Step[] {
  const isReturn = status === STATUS.completed && row.entries === 'return' && row.end_reason === 'used'
  if (isReturn && !usedAt) return [[STATUS.ongoing, entry.at]]
  const isOpen = status === STATUS.approved || status === STATUS.ongoing
  if (!isOpen || entered === 0) return []
  const arrivalSteps: Step[] = status === STATUS.approved ? [[STATUS.ongoing, entry.at]] : []
  return usedAt ? [...arrivalSteps, [STATUS.completed, usedAt]] : arrivalSteps
}

// Returns the changes of the ticket's status that an undo must revert. An entry caused a change if the
// stored time of the ticket's status equals the time of the entry.
function getStepsBack({ ticket, entry, entered, usedAt }: TicketEffect, at: Date | undefined): Step[] {
  if (ticket.status === STATUS.ongoing && usedAt) return [[STATUS.completed, usedAt]]
  const isTimeOfEntry = (statusTime: Date | null) =>
    statusTime !== null && statusTime.getTime() === at?.getTime()
  if (ticket.status === STATUS.completed && !usedAt && isTimeOfEntry(ticket.completed_at))
    return [[STATUS.ongoing, entry.at]]
  const hasArrived = ticket.status === STATUS.ongoing && isTimeOfEntry(ticket.ongoing_at)
  return hasArrived && entered === 0 ? [[STATUS.approved, entry.at]] : []
}

/**
 * Notifies the resident of an entry at the gate, replacing an unread notification of the same hour. If the
 * entry is an undo, deletes the notification of the entry that it undoes (`undone`).
 */
export async function notifyResident(
  tx: Tx,
  actor: AdminActor,
  { row, entry, undone, timeZone }: Pick<TicketEffect, 'row' | 'entry' | 'undone' | 'timeZone'>,
): Promise<void> {
  if (row.tenant_id === null) return
  const createNotification = (of: Entry) => ({
    ...toNotification(actor, row, of, timeZone),
    tenantId: row.tenant_id ?? 0,
  })
  if (entry.kind !== 'undo') await notifyTenantGrouped(tx, createNotification(entry))
  else if (undone) await deleteUnsentNotification(tx, createNotification(undone))
}

function toNotification(actor: AdminActor, row: GatePassRow, entry: Entry, timeZone: string) {
  const module = row.module === null ? null : getModule(row.module)
  const { name, workers } = module?.pass ?? {}
  const visitorText = workers ? 'Your workers' : String((module ? row.details?.[name ?? ''] : row.name) ?? '')
  const haveVerb = workers ? 'have' : 'has'
  const pastVerb = entry.kind === 'in' ? 'arrived' : 'left'
  const peopleText = entry.people > 1 ? `${entry.people} people. ` : ''
  const gateText = actor.gate ? `${actor.gate.name}, ` : ''
  const message = `${peopleText}${gateText}${formatLongTime(entry.at, timeZone)}.`
  const number = row.ticket_number ?? 'walk-in'
  return {
    kind: 'gate' as const,
    title: `${visitorText} ${haveVerb} ${pastVerb}`,
    message,
    brief: `${pastVerb === 'arrived' ? 'Arrived' : 'Left'} at the gate, ${number}`,
    letter: { paragraphs: [message] },
    link: module && row.ticket_id !== null ? getResidentLink(module, row.ticket_id) : '/',
  }
}

export async function notifyMarkedEntry(
  tx: Tx,
  { mark, gate_name, name }: { mark: EntryMark; gate_name: string; name: string },
): Promise<void> {
  const entryText = [ENTRY_MARK_LABELS[mark], name, gate_name].filter((part) => part !== '').join(', ')
  await notifyLogReaders(tx, 'Gate entries need a check', `${entryText}.`, '/admin/gate-log?state=marked')
}

export async function notifyLogReaders(tx: Tx, title: string, message: string, link: string): Promise<void> {
  const readers = (await listActiveAdmins(tx)).filter(({ roles }) => rolesAllow(roles, 'gate', 'log'))
  const ids = readers.map(({ id }) => id).toSorted((a, b) => a - b)
  for (const adminId of ids)
    await notifyPageViewersGrouped(tx, {
      page: 'gate',
      kind: 'gate',
      subjectTenantId: null,
      adminId,
      title,
      message,
      link,
    })
}
