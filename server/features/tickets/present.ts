import { type Actor, hasPermission } from '#platform/actor.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { Field, FileRef } from '@tahanan/contract/forms/fields.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { Ticket, TicketAbility } from '@tahanan/contract/tickets/answers.ts'
import { getCardKeys, type TicketModule, type TicketMoment } from '@tahanan/contract/tickets/define-module.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { canSeePrivateFields, getTicketAbilities } from './policy.ts'
import type { ListedRow, TicketRow } from './repository.ts'

const MOMENT_COLUMNS: Record<TicketMoment, 'created_at' | 'approved_at' | 'ongoing_at' | 'completed_at'> = {
  created: 'created_at',
  approved: 'approved_at',
  ongoing: 'ongoing_at',
  completed: 'completed_at',
}

/**
 * Where a ticket is shown. Private fields are shown in `record`, and in `csv` if they have a column there,
 * but never in `list` (rules 6.17).
 */
type PresentPurpose = 'record' | 'csv' | 'list'

export function presentTicket(
  files: Pick<FileStore, 'presentFiles'>,
  actor: Actor,
  row: TicketRow,
  purpose: PresentPurpose = 'record',
): Ticket {
  return createTicketPresenter(files, actor, purpose)(row)
}

export function createTicketPresenter(
  files: Pick<FileStore, 'presentFiles'>,
  actor: Actor,
  purpose: PresentPurpose,
) {
  const context = createPresentContext(actor, purpose)
  return (row: TicketRow): Ticket => presentTicketRow(files, context, row)
}

type ListedRowWithDetails = ListedRow & Pick<TicketRow, 'details' | 'amenity_title'>

/**
 * Converts a row for a list of all modules, with the fields that all modules have. If the row includes its
 * details, administrators who may view the module also get the values that its card in the list shows.
 */
export function presentListedTicket(actor: Actor, row: ListedRow | ListedRowWithDetails): Ticket {
  const record = presentCommonFields(createPresentContext(actor, 'list'), row)
  if ('details' in row && hasPermission(actor, getModule(row.module).permission, 'view'))
    record['about'] = getCardValues(row)
  return record
}

/**
 * Returns the values that a ticket's card in a list shows, without files. Cards contain no private fields
 * (define-module.ts).
 */
function getCardValues({
  module: name,
  details,
  amenity_title: amenity,
}: ListedRowWithDetails): Record<string, unknown> {
  const { card, fields } = getModule(name)
  const keys = [card.heading, ...card.line.flatMap(getCardKeys)]
  const cardValues: Record<string, unknown> = {}
  for (const key of keys) {
    const field = fields[key]
    if (field && field.kind !== 'files') cardValues[key] = details[key] ?? null
  }
  if (keys.includes('amenity') && amenity !== null) cardValues['amenity'] = { title: amenity }
  return cardValues
}

interface PresentContext {
  readonly actor: Actor
  readonly purpose: PresentPurpose
  /**
   * Cache of abilities by module and state, because many tickets of a list have the same module and state.
   */
  readonly abilities: Map<string, TicketAbility[]>
  readonly fields: Map<string, [key: string, field: Field][]>
}

const createPresentContext = (actor: Actor, purpose: PresentPurpose): PresentContext => ({
  actor,
  purpose,
  abilities: new Map(),
  fields: new Map(),
})

function presentCommonFields(context: PresentContext, row: ListedRow): Ticket {
  const commonFields: Ticket = {
    id: row.id,
    ticketNumber: row.ticket_number,
    origin: row.module,
    tenantId: row.tenant_id,
    tenant: {
      id: row.tenant_id,
      clientCode: row.client_code,
      uoccname: row.uoccname,
      unitNumber: row.unit_number,
    },
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can: row.status === STATUS.deleted ? [] : getAbilities(context, row),
    pass: row.pass_to && { to: row.pass_to.toISOString(), endedAt: row.pass_ended_at?.toISOString() ?? null },
  }
  // Residents do not see the assignee and the due time (rules 4.29).
  if (context.actor.area === 'client') return commonFields
  commonFields['assignee'] =
    row.assignee_id === null ? null : { id: row.assignee_id, name: row.assignee_name ?? '' }
  commonFields['due_at'] = row.due_at?.toISOString() ?? null
  return commonFields
}

function getAbilities({ actor, abilities: abilityCache }: PresentContext, row: ListedRow): TicketAbility[] {
  const isVerified = row.verified_by_id !== null
  const key = `${row.module} ${row.status} ${isVerified}`
  let foundAbilities = abilityCache.get(key)
  if (!foundAbilities) {
    foundAbilities = getTicketAbilities(actor, getModule(row.module), {
      status: row.status,
      verified: isVerified,
    })
    abilityCache.set(key, foundAbilities)
  }
  return foundAbilities
}

// The properties are set one by one, because object spread is too slow for each row of a list.
function presentTicketRow(
  files: Pick<FileStore, 'presentFiles'>,
  context: PresentContext,
  row: TicketRow,
): Ticket {
  const module = getModule(row.module)
  const record = presentCommonFields(context, row)
  record['remarks'] = row.remarks
  for (const [name, moment] of Object.entries(module.recordedTimes))
    record[name] = row[MOMENT_COLUMNS[moment]]?.toISOString() ?? null
  if (context.actor.area !== 'client') record['postById'] = row.post_by_id
  record['approvedById'] = row.approved_by_id
  record['approver'] =
    row.approved_by_id === null ? null : { id: row.approved_by_id, name: row.approver_name ?? '' }
  record['verifiedById'] = row.verified_by_id
  record['verifier'] =
    row.verified_by_id === null ? null : { id: row.verified_by_id, name: row.verifier_name ?? '' }
  record['verifiedDate'] = row.verified_at?.toISOString() ?? null
  presentFields(files, context, module, row, record)
  return record
}

/**
 * Returns the time until which the resident may cancel a booking; null if it cannot be cancelled (rules
 * 25.7).
 */
export function getCancelLimit({ status, details, cancel_hours: hours }: TicketRow): string | null {
  if (status !== STATUS.approved || hours === null) return null
  return new Date(Date.parse(String(details.startTime)) - hours * 3_600_000).toISOString()
}

function getVisibleFields(
  { actor, purpose, fields: fieldCache }: PresentContext,
  module: TicketModule,
): [string, Field][] {
  let visibleFields = fieldCache.get(module.name)
  if (!visibleFields) {
    const seesPrivateFields = purpose !== 'list' && canSeePrivateFields(actor, module)
    visibleFields = Object.entries(module.fields).filter(
      ([key, field]) =>
        !field.private || (seesPrivateFields && (purpose === 'record' || module.csv.keys.includes(key))),
    )
    fieldCache.set(module.name, visibleFields)
  }
  return visibleFields
}

function presentFields(
  files: Pick<FileStore, 'presentFiles'>,
  context: PresentContext,
  module: TicketModule,
  row: TicketRow,
  record: Ticket,
): void {
  if (module.heldResource) {
    record['cancelUntil'] = getCancelLimit(row)
    record['leftToPay'] = row.left_to_pay
    record['payUntil'] = row.pay_until?.toISOString() ?? null
  }
  for (const [key, field] of getVisibleFields(context, module)) {
    const value = row.details[key] ?? null
    if (field.kind === 'files') record[key] = files.presentFiles((value ?? []) as FileRef[])
    else if (field.kind === 'list') record[key] = value ?? []
    else record[key] = value
    if (field.kind === 'reference')
      record[field.to] = value === null ? null : { id: value, title: row.amenity_title ?? '' }
  }
}
