import { expressionBuilder, sql, type InferResult, type QueryCreator } from 'kysely'
import { hashToken } from '#features/sessions/sessions.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { joinSqlLiterals } from '#platform/db/expressions.ts'
import type { DB } from '#platform/db/generated.ts'
import { prepareQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import type { BarredCheck } from '@tahanan/contract/gate/create-barred-check.ts'
import { normalizeCode } from '@tahanan/contract/gate/labels-and-codes.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { getModule, MODULES } from '@tahanan/contract/tickets/index.ts'

/** Statuses in which a ticket has a valid pass (rules 24.1). */
export const ADMITTING_STATUSES: readonly number[] = [STATUS.approved, STATUS.ongoing]

/**
 * Selects passes for the gate. The joined tables are pass `p`, ticket `t`, walk-in (visitor without a pass)
 * `w` and tenant `n`.
 */
export const selectGatePasses = (db: QueryCreator<DB>) =>
  db
    .selectFrom('gate_passes as p')
    .leftJoin('tenants as n', 'n.id', 'p.tenant_id')
    .leftJoin('tickets as t', 't.id', 'p.ticket_id')
    .leftJoin('walk_ins as w', 'w.id', 'p.walk_in_id')
    .select(['p.id', 'p.code', 'p.token_hash', 'p.ticket_id', 'p.walk_in_id', 'p.tenant_id', 'p.ticked'])
    .select(['p.valid_from', 'p.valid_to', 'p.day_from', 'p.day_to', 'p.ended_at', 'p.end_reason'])
    .select(['p.people', 'p.entries', 'p.entered', 'p.left', 'p.last_in_at', 'p.last_out_at', 'p.mark'])
    .select(['p.came', 'p.workers_inside'])
    .select(['t.module', 't.ticket_number', 't.details', 't.status as ticket_status'])
    .select(['w.name', 'w.purpose', 'w.plate', 'w.office_yes'])
    .select(sql<string>`coalesce(n.unit_number, w.unit, '')`.as('unit_number'))
    .select(sql<string>`coalesce(n.uoccname, '')`.as('uoccname'))
export type GatePassRow = InferResult<ReturnType<typeof selectGatePasses>>[number]

/**
 * Presents a pass to the gate. Of the ticket, includes only the fields that the `pass` options of its module
 * name, so the gate sees no private fields (rules 6.17).
 */
export function presentGatePass(row: GatePassRow, isBarred: BarredCheck): GatePass {
  const description =
    row.module === null ? presentWalkIn(row) : presentTicket(getModule(row.module), row.details ?? {})
  return {
    id: row.id,
    code: row.code,
    tokenHash: row.token_hash?.toString('hex') ?? null,
    ticketId: row.ticket_id,
    walkInId: row.walk_in_id,
    number: row.ticket_number ?? '',
    ...description,
    unitNumber: row.unit_number,
    clientName: row.uoccname,
    workersInside: row.workers_inside,
    ticked: row.ticked,
    ...toPassHours(row),
    entries: row.entries,
    people: row.people,
    came: row.came,
    entered: row.entered,
    left: row.left,
    lastInAt: row.last_in_at?.toISOString() ?? null,
    lastOutAt: row.last_out_at?.toISOString() ?? null,
    endedAt: getPassEnd(row)?.toISOString() ?? null,
    mark: row.mark,
    barred: !row.office_yes && isBarred([description.name, ...description.workers], row.plate ?? ''),
  }
}

/**
 * SQL condition: everybody has left and the pass counts as used, but its people may return within its hours.
 */
export const MAY_RETURN = sql<boolean>`(entries = 'return' and end_reason = 'used')`

/**
 * Time after the completion of a ticket for which its pass is still selected, because its people may return.
 */
const RETURN_PERIOD = sql.lit('2 days')

const PASS_MODULES = MODULES.flatMap(({ name, pass }) => (pass ? [name] : []))

/**
 * Selects when the latest valid pass of ticket `t` ends or ended, by the same rule as `getPassEnd` (rules
 * 24.5).
 */
export const selectPassEnd = () =>
  // Uses a separate expression builder, because the query's own builder would nest the query's CTEs.
  expressionBuilder<DB>()
    .selectFrom('gate_passes as g')
    .select('g.valid_to as pass_to')
    .select(
      sql<Date | null>`case when not coalesce(${MAY_RETURN}, false) then g.ended_at end`.as('pass_ended_at'),
    )
    .where(sql<boolean>`g.ticket_id = t.id and t.module in (${joinSqlLiterals(...PASS_MODULES)}) and (t.status in (${joinSqlLiterals(...ADMITTING_STATUSES)}) or
      t.status = ${sql.lit(STATUS.completed)} and t.completed_at > now() - ${RETURN_PERIOD}::interval)`)
    .orderBy('g.number', 'desc')
    .limit(sql.lit(1))

/**
 * Returns when a pass ended. Returns null if it has not ended, or if it is used but its people may return.
 */
export const getPassEnd = ({ entries, end_reason: reason, ended_at: endedAt }: GatePassRow): Date | null =>
  entries === 'return' && reason === 'used' ? null : endedAt

export const toPassHours = (row: GatePassRow) => ({
  from: row.valid_from.toISOString(),
  to: row.valid_to.toISOString(),
  dayFrom: row.day_from?.slice(0, 5) ?? null,
  dayTo: row.day_to?.slice(0, 5) ?? null,
})

const presentWalkIn = ({ name, purpose }: GatePassRow) => ({
  kind: 'Walk-in',
  name: name ?? '',
  purpose: purpose ?? '',
  items: [],
  workers: [],
})

function presentTicket(module: TicketModule, details: Readonly<Details>) {
  const { pass } = module
  const getRows = (key: string | undefined) =>
    (details[key ?? ''] ?? []) as Readonly<Record<string, unknown>>[]
  return {
    kind: capitalize(module.noun.one),
    name: formatField(module, details, pass?.name),
    purpose: formatField(module, details, pass?.purpose),
    items: getRows(pass?.items).map(({ name, quantity }) => ({
      name: String(name),
      quantity: Number(quantity),
    })),
    workers: makeUnique(getRows(pass?.workers).map(({ name }) => String(name))),
  }
}

const makeUnique = (names: readonly string[]): string[] =>
  names.map((name, index) => {
    const occurrenceNumber = names.slice(0, index).filter((otherName) => otherName === name).length + 1
    return occurrenceNumber === 1 ? name : `${name} (${occurrenceNumber})`
  })

function formatField(module: TicketModule, details: Readonly<Details>, key = ''): string {
  const [field, value] = [module.fields[key], details[key]]
  const option = field?.kind === 'choice' ? field.options.find((option) => option.value === value) : undefined
  return option?.label ?? String(value ?? '')
}

const findPassByKey = prepareQuery((db, key: Placeholders<{ code?: string; tokenHash?: Buffer }>) => {
  const passes = selectGatePasses(db)
  return key.code === undefined
    ? passes.where('p.token_hash', '=', key.tokenHash ?? null)
    : passes.where('p.code', '=', key.code)
})

export async function findPass(
  db: DbOrTx,
  { code = '', token }: { readonly code?: string; readonly token?: string },
): Promise<GatePassRow | undefined> {
  const key = token === undefined ? { code: normalizeCode(code) } : { tokenHash: hashToken(token) }
  return (await findPassByKey(db, key))[0]
}

const lockTicketByCode = prepareQuery((db, { code }: Placeholders<{ code: string }>) =>
  db
    .selectFrom('tickets')
    .select(['id', 'module', 'status', 'ongoing_at', 'completed_at'])
    .where('id', '=', (eb) => eb.selectFrom('gate_passes').select('ticket_id').where('code', '=', code))
    .forNoKeyUpdate(),
)
export type TicketOfPass = Awaited<ReturnType<typeof lockTicketByCode>>[number]

const lockPassByCode = prepareQuery((db, { code }: Placeholders<{ code: string }>) =>
  selectGatePasses(db).where('p.code', '=', code).forNoKeyUpdate('p'),
)

/**
 * Locks a pass; call it before counting the entries of the pass. Locks the ticket first. A change of the
 * ticket uses the same order, so the two cannot deadlock.
 */
export async function lockPass(
  tx: Tx,
  code: string,
): Promise<{ row: GatePassRow | undefined; ticket: TicketOfPass | undefined }> {
  const [ticket] = await lockTicketByCode(tx, { code })
  const [row] = await lockPassByCode(tx, { code })
  return { row, ticket }
}
