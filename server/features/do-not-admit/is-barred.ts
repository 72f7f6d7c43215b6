import { sql } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED } from '#platform/db/expressions.ts'
import { comparable, comparablePlate } from '@tahanan/contract/gate/words.ts'

/** Names and plates of the do-not-admit list, as they are compared; without entries that ended or were deleted. */
export type BarredKeys = ReadonlySet<string>

/** Reads the do-not-admit list of today, the day in the community's time zone. */
export async function barredKeys(db: DbOrTx, timeZone: string): Promise<BarredKeys> {
  const rows = await db
    .selectFrom('do_not_admit')
    .select('search_key')
    .where('status', '<>', DELETED)
    .where((row) =>
      row.or([
        row('ends_on', 'is', null),
        row('ends_on', '>=', sql<string>`(clock_timestamp() at time zone ${timeZone})::date`),
      ]),
    )
    .execute()
  return new Set(rows.flatMap((row) => row.search_key.split('\n')))
}

/** Whether a name or a plate is on the list. */
export const isBarred = (keys: BarredKeys, names: readonly string[], plate = ''): boolean =>
  names.some((name) => keys.has(comparable(name))) || (plate !== '' && keys.has(comparablePlate(plate)))

/** Returns the column `search_key` of an entry: its name and plate as they are compared. */
export const barredKeyOf = ({ name, plate }: { readonly name: string; readonly plate: string }): string =>
  [comparable(name), comparablePlate(plate)].filter((key) => key !== '').join('\n')
