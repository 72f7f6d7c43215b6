import { hash, randomInt } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { hashToken } from '#features/sessions/sessions.ts'
import type { Tx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { sharedSecret, deriveToken } from '#platform/db/shared-secret.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import type { OfflineWalkIn } from '@tahanan/contract/gate/requests.ts'
import { CODE_LENGTH, CODE_LETTERS, IS_CODE, type EndReason } from '@tahanan/contract/gate/words.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import type { ModulePass, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { INITIAL_GATE_SETTINGS, findGateSettings } from './find-gate-settings.ts'
import { ADMITTING, selectGatePasses, type GatePassRow } from './gate-pass-row.ts'
import {
  endPass,
  findTenantOfUnit,
  insertPass,
  updatePeople,
  TOKEN_SECRET,
  type NewPass,
} from './repository.ts'

interface PassState {
  readonly tenantId: number
  readonly status: number
  readonly details: Readonly<Details>
}

/**
 * Creates, renews or ends the pass of a locked ticket after a change (rules 24.1, 24.3), in one query; no
 * query for changes that do not concern the pass.
 */
export async function updatePass(
  tx: Tx,
  module: TicketModule,
  ticketId: number,
  { before, after, timeZone }: { before: PassState; after: PassState; timeZone: string },
): Promise<void> {
  const [old, next] = [passOf(module, before), passOf(module, after)]
  if (!old && !next) return
  if (!next) {
    await endPass(tx, { ticketId, reason: after.status === STATUS.deleted ? 'deleted' : 'status' })
    return
  }
  const { tenantId } = after
  if (old && tenantId === before.tenantId && old.from === next.from && old.to === next.to) {
    if (old.people !== next.people) await updatePeople(tx, ticketId, next.people)
    return
  }
  const reason: EndReason = tenantId === before.tenantId ? 'date' : 'tenant'
  await makePass(tx, { ...next, tenantId, ticketId, reason, timeZone })
}

/** Returns the pass data of an approved ticket by its details. */
function passOf({ pass }: TicketModule, { status, details }: PassState) {
  if (!pass || !ADMITTING.includes(status)) return undefined
  const [from, to] = [details[pass.from], details[pass.to]]
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  const people = peopleOf(pass, details)
  return { from, to, people, hours: pass.hours, entries: pass.entries }
}

/** Returns how many people a ticket announces: its workers, or its number of people. */
function peopleOf({ workers, people }: ModulePass, details: Readonly<Details>): number {
  const [listed, number] = [details[workers ?? ''], details[people ?? '']]
  if (Array.isArray(listed) && listed.length > 0) return listed.length
  return typeof number === 'number' ? number : 1
}

/** Attempts to draw an unused code: one of 10^11 codes collides very rarely. */
const TRIES = 5

/** Secret of the database in which this process last created a pass. */
let lastSecret: Buffer | undefined

async function makePass(tx: Tx, pass: NewPass): Promise<void> {
  const initial = JSON.stringify(INITIAL_GATE_SETTINGS)
  for (let tries = 0; tries < TRIES; tries++) {
    const secret = lastSecret ?? (await sharedSecret(tx, TOKEN_SECRET))
    const code = createCode()
    const made = await insertPass(tx, {
      ...pass,
      code,
      tokenHash: hashToken(deriveToken(secret, code)),
      secretHash: hash('sha256', secret, 'buffer'),
      initial,
    })
    // Checked in the query, since a new secret may be rolled back with its transaction.
    lastSecret = made.length > 0 ? secret : undefined
    if (lastSecret) return
  }
  throw new Error('no pass could be made')
}

export const createCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** An offline walk-in with the columns that its row and pass need. */
interface OfflineEntry extends OfflineWalkIn {
  readonly key: string
  readonly code: string
  readonly at: Date
  readonly people: number
  readonly office_yes: string
  readonly gate_id: number | null
  readonly device_id: number | null
  readonly admin_id: number
  readonly admin_name: string
}

/**
 * Creates the walk-in of an offline entry, and its pass with the device's code. Finds the tenant by id, or by
 * the unit as typed; without a match the unit stays as text. Returns undefined if another pass has the code.
 */
export async function createOfflinePass(
  tx: Tx,
  { code, at, unit, tenantId, name, purpose, plate, ...entry }: OfflineEntry,
  timeZone: string,
): Promise<GatePassRow | undefined> {
  if (!IS_CODE.test(code)) return undefined
  const tenant = await findTenantOfUnit(tx, { tenantId, unit })
  const { id } = await tx
    .insertInto('walk_ins')
    .values({
      ...entry,
      name: name.trim() || 'Walk-in',
      purpose,
      plate,
      unit: unit.trim(),
      tenant_id: tenant ?? null,
      state: 'allowed',
      answered_by: 'guard',
      answered_at: at,
      call_at: at,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertWalkInPass(tx, { id, tenant_id: tenant ?? null, people: entry.people }, { code, at, timeZone })
  return selectGatePasses(tx).where('p.walk_in_id', '=', id).executeTakeFirst()
}

/**
 * Creates the pass of an admitted walk-in: one entry for its people, until the day ends, and at least for the
 * hours of a visitor's pass. Returns the existing pass if there is one.
 */
export async function createWalkInPass(
  tx: Tx,
  walkIn: Pick<Selectable<DB['walk_ins']>, 'id' | 'tenant_id' | 'people'>,
  timeZone: string,
): Promise<GatePassRow> {
  await insertWalkInPass(tx, walkIn, { code: createCode(), at: new Date(), timeZone })
  const made = await selectGatePasses(tx).where('p.walk_in_id', '=', walkIn.id).executeTakeFirst()
  // Another pass has the drawn code.
  return made ?? createWalkInPass(tx, walkIn, timeZone)
}

/** Inserts a walk-in's pass, valid from `at`. Does nothing if the walk-in has a pass or the code is in use. */
async function insertWalkInPass(
  tx: Tx,
  walkIn: Pick<Selectable<DB['walk_ins']>, 'id' | 'tenant_id' | 'people'>,
  { code, at, timeZone }: { code: string; at: Date; timeZone: string },
): Promise<void> {
  const { visitHoursBefore: hours } = await findGateSettings(tx)
  const from = sql<Date>`${at.toISOString()}::timestamptz`
  await tx
    .insertInto('gate_passes')
    .values({
      tenant_id: walkIn.tenant_id,
      walk_in_id: walkIn.id,
      code,
      valid_from: from,
      valid_to: sql`greatest(((${from} at time zone ${timeZone})::date + time '23:59:59.999') at time zone ${timeZone},
        ${from} + make_interval(hours => ${hours}))`,
      entries: 'one',
      people: walkIn.people,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
