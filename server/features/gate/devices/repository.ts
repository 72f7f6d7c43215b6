import { sql, type InferResult } from 'kysely'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { CLOCK, DELETED_STATUS, buildNameSortKey, secondsAgo } from '#platform/db/expressions.ts'
import type { Direction } from '@tahanan/contract/gate/judge-pass.ts'
import { DEVICE_CODE_MINUTES } from '@tahanan/contract/gate/labels-and-codes.ts'

export interface GateFields {
  readonly name: string
  readonly direction: Direction
}

const GATE_COLUMNS = ['id', 'name', 'direction', 'updated_at'] as const
const selectGates = (db: DbOrTx) =>
  db.selectFrom('gates').select(GATE_COLUMNS).where('status', '<>', DELETED_STATUS)
export type GateRow = InferResult<ReturnType<typeof selectGates>>[number]

export const listGates = (db: DbOrTx): Promise<GateRow[]> =>
  selectGates(db)
    .orderBy(sql.raw(buildNameSortKey('name')))
    .execute()

export const findGate = (db: DbOrTx, id: number): Promise<GateRow | undefined> =>
  selectGates(db).where('id', '=', id).executeTakeFirst()

export const lockGate = (tx: Tx, id: number): Promise<GateRow | undefined> =>
  selectGates(tx).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertGate = (tx: Tx, fields: GateFields): Promise<GateRow | undefined> =>
  tx
    .insertInto('gates')
    .values(fields)
    .onConflict((conflict) => conflict.doNothing())
    .returning(GATE_COLUMNS)
    .executeTakeFirst()

/** Saves a gate's fields. Throws a unique violation if another gate has the name. */
export const updateGate = (tx: Tx, id: number, fields: GateFields): Promise<GateRow> =>
  tx
    .updateTable('gates')
    .set({ ...fields, updated_at: CLOCK })
    .where('id', '=', id)
    .returning(GATE_COLUMNS)
    .executeTakeFirstOrThrow()

export async function deleteGate(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('gates').set({ status: 0, updated_at: CLOCK }).where('id', '=', id).execute()
}

const MAX_ENDED_DEVICES = 50

export async function listDevices(db: DbOrTx) {
  const devices = db
    .selectFrom('gate_devices')
    .select(['id', 'gate_id', 'name', 'enrolled_at', 'seen_at', 'ended_at', 'code_ends_at'])
  const [activeDevices, latestEndedDevices] = await Promise.all([
    devices.where('ended_at', 'is', null).orderBy('id', 'desc').execute(),
    devices.where('ended_at', 'is not', null).orderBy('ended_at', 'desc').limit(MAX_ENDED_DEVICES).execute(),
  ])
  return [...activeDevices, ...latestEndedDevices]
}
export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number]

export const insertDevice = (tx: Tx, values: { gate_id: number; name: string; code_hash: Buffer }) =>
  tx
    .insertInto('gate_devices')
    .values({ ...values, code_ends_at: secondsAgo(-60 * DEVICE_CODE_MINUTES) })
    .returning(['id', 'code_ends_at'])
    .executeTakeFirstOrThrow()

/** Replaces the enrolment code of a device. Returns undefined if the device is enrolled or has ended. */
export const updateCode = (db: DbOrTx, id: number, code_hash: Buffer) =>
  db
    .updateTable('gate_devices')
    .set({ code_hash, code_ends_at: secondsAgo(-60 * DEVICE_CODE_MINUTES), updated_at: CLOCK })
    .where('id', '=', id)
    .where('enrolled_at', 'is', null)
    .where('ended_at', 'is', null)
    .returning(['id', 'code_ends_at'])
    .executeTakeFirst()

/**
 * Ends (revokes) devices and returns the ids of those that had not ended before. Keeps their secrets,
 * because a device may still store entries and is identified by its secret when it sends them (rules 24.49).
 */
export async function endDevices(tx: Tx, condition: { id: number } | { gate_id: number }): Promise<number[]> {
  const endedDevices = await tx
    .updateTable('gate_devices')
    .set({ ended_at: CLOCK, updated_at: CLOCK, code_hash: null, code_ends_at: null })
    .where((row) => row.and(condition))
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return endedDevices.map(({ id }) => id)
}
