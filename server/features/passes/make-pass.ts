import { randomInt } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import type { DB } from '#platform/db/generated.ts'
import { CODE_LENGTH, CODE_LETTERS } from '@tahanan/contract/gate/words.ts'
import { selectGatePasses, type GatePassRow } from './read-passes.ts'

/** Returns a random code, one of 10^11. */
export const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

/** End of the community's day of a time. */
const endOfDay = (time: unknown, timeZone: string) =>
  sql<Date>`((${time}::timestamptz at time zone ${timeZone})::date + time '23:59:59.999') at time zone ${timeZone}`

/**
 * Makes the pass of a walk-in that was let in: one entry for its people, until the day ends. Returns the one
 * that it has already.
 */
export async function makeWalkInPass(
  tx: Tx,
  walkIn: Pick<Selectable<DB['walk_ins']>, 'id' | 'tenant_id' | 'people'>,
  timeZone: string,
): Promise<GatePassRow> {
  const now = sql<Date>`clock_timestamp()`
  await tx
    .insertInto('gate_passes')
    .values({
      tenant_id: walkIn.tenant_id,
      walk_in_id: walkIn.id,
      code: newCode(),
      valid_from: now,
      valid_to: endOfDay(now, timeZone),
      entries: 'one',
      people: walkIn.people,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await selectGatePasses(tx).where('p.walk_in_id', '=', walkIn.id).executeTakeFirst()
  // The code of another pass was drawn.
  return made ?? makeWalkInPass(tx, walkIn, timeZone)
}
