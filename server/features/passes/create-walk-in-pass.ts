import { sql, type Selectable } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { CODE_PATTERN } from '@tahanan/contract/gate/labels-and-codes.ts'
import type { OfflineWalkIn } from '@tahanan/contract/gate/requests.ts'
import { createCode } from './changes.ts'
import { findGateSettings } from './find-gate-settings.ts'
import { selectGatePasses, type GatePassRow } from './gate-pass-row.ts'
import { findTenantOfUnit } from './repository.ts'

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
 * Creates a walk-in (visitor without a pass) and a pass with the code that the offline gate device chose.
 * Finds the tenant by id or by the unit that the guard typed. If no tenant matches, stores only the typed
 * unit. Returns undefined if another pass has the code.
 */
export async function createOfflinePass(
  tx: Tx,
  { code, at, unit, tenantId, name, purpose, plate, ...entry }: OfflineEntry,
  timeZone: string,
): Promise<GatePassRow | undefined> {
  if (!CODE_PATTERN.test(code)) return undefined
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
 * Creates the pass of a walk-in (visitor without a pass), or returns the existing one. The pass allows one
 * entry. It is valid until the end of the day, but at least for the hours of a visitor's pass.
 */
export async function createWalkInPass(
  tx: Tx,
  walkIn: Pick<Selectable<DB['walk_ins']>, 'id' | 'tenant_id' | 'people'>,
  timeZone: string,
): Promise<GatePassRow> {
  await insertWalkInPass(tx, walkIn, { code: createCode(), at: new Date(), timeZone })
  const pass = await selectGatePasses(tx).where('p.walk_in_id', '=', walkIn.id).executeTakeFirst()
  // If there is no row, another pass has the code, so another code is drawn.
  return pass ?? createWalkInPass(tx, walkIn, timeZone)
}

async function insertWalkInPass(
  tx: Tx,
  walkIn: Pick<Selectable<DB['walk_ins']>, 'id' | 'tenant_id' | 'people'>,
  { code, at, timeZone }: { code: string; at: Date; timeZone: string },
): Promise<void> {
  const { visitHoursBefore: hours } = await findGateSettings(tx)
  const validFrom = sql<Date>`${at.toISOString()}::timestamptz`
  await tx
    .insertInto('gate_passes')
    .values({
      tenant_id: walkIn.tenant_id,
      walk_in_id: walkIn.id,
      code,
      valid_from: validFrom,
      valid_to: sql`greatest(((${validFrom} at time zone ${timeZone})::date + time '23:59:59.999') at time zone ${timeZone},
        ${validFrom} + make_interval(hours => ${hours}))`,
      entries: 'one',
      people: walkIn.people,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
