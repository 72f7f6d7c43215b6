import { sql } from 'kysely'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx, Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, CLOCK, DELETED_STATUS } from '#platform/db/expressions.ts'
import { PortalError } from '#platform/errors.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import type { Account } from './accounts.ts'
import { generateToken, hashToken } from './sessions.ts'

interface GuardDevice {
  readonly id: number
  readonly label: string
}

const selectDevices = (tx: Tx) =>
  tx
    .selectFrom('gate_devices as d')
    .innerJoin('gates as g', (join) =>
      join.onRef('g.id', '=', 'd.gate_id').on('g.status', '<>', DELETED_STATUS),
    )
    .select(['d.id', 'd.name as device', 'g.name as gate'])
    .select(sql<string>`d.name || ', ' || g.name`.as('label'))
    .where('d.ended_at', 'is', null)

/**
 * Finds the gate device with which an administrator logs in, by the device's secret, and locks it until the
 * transaction ends. Throws 403 if the device is no longer enrolled, or if the administrator may not view the
 * gate (rules 24.24).
 */
export async function findDeviceOfGuard(
  tx: Tx,
  { area, id }: Account,
  secret: string | undefined,
): Promise<GuardDevice | undefined> {
  if (area !== 'admin' || secret === undefined) return undefined
  const device = await selectDevices(tx)
    .where('d.secret_hash', '=', hashToken(secret))
    .forShare('d')
    .executeTakeFirst()
  if (!device) throw new PortalError('deviceEnded')
  const { roles } = await tx
    .selectFrom('admins')
    .select('roles')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!rolesAllow(roles, 'gate', 'view')) throw new PortalError('noGuard')
  return device
}

/**
 * Finds a device that is no longer enrolled, by its secret, with its gate. Returns undefined for an enrolled
 * or unknown device.
 */
export async function findEndedDevice(db: DbOrTx, secret: string | undefined) {
  if (secret === undefined) return undefined
  const row = await db
    .selectFrom('gate_devices as d')
    .innerJoin('gates as g', 'g.id', 'd.gate_id')
    .select(['d.id as deviceId', 'd.name as device', 'd.ended_at', 'g.id', 'g.name', 'g.direction'])
    .where('d.secret_hash', '=', hashToken(secret))
    .where('d.ended_at', 'is not', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { ended_at: endedAt, ...gate } = row
  return { endedAt, gate }
}

/**
 * Enrols a device by a code that can be used once. The caller's session becomes a session of the gate.
 * Returns the device and its secret; undefined if the code is wrong, used or expired.
 */
export async function enrolDevice(tx: Tx, { id, area, sessionId }: Actor, code: string) {
  const secret = generateToken()
  const device = await selectDevices(tx)
    .where('d.code_hash', '=', hashToken(code))
    .where('d.code_ends_at', '>', CLOCK)
    .forUpdate('d')
    .executeTakeFirst()
  if (!device) return undefined
  await tx
    .updateTable('gate_devices')
    .set({ secret_hash: hashToken(secret), code_hash: null, code_ends_at: null, enrolled_at: CLOCK })
    .set({ seen_at: CLOCK, updated_at: CLOCK })
    .where('id', '=', device.id)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ gate_device_id: device.id, device: device.label, confirmed_at: null })
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new PortalError('noSession')
  await publishEvent(tx, 'sessionChanged', { id: sessionId })
  await publishEvent(tx, 'account', { area, id })
  return { secret, gate: device.gate, device: device.device }
}

/** Ends the sessions of devices and closes their live connections. The caller has locked the devices. */
export async function endSessionsOfDevices(tx: Tx, deviceIds: readonly number[]): Promise<void> {
  const endedSessions = await tx
    .deleteFrom('sessions')
    .where('gate_device_id', '=', buildAnyOfIds(deviceIds))
    .returning(['id', 'area', 'account_id'])
    .execute()
  if (endedSessions.length === 0) return
  await publishEvent(tx, 'sessionsEnded', { ids: endedSessions.map(({ id }) => id) })
  await publishEvent(
    tx,
    'account',
    ...endedSessions.map(({ area, account_id }) => ({ area, id: account_id })),
  )
}
