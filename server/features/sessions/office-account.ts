import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK_SECONDS } from '#platform/db/expressions.ts'
import { ACCOUNT_TABLES } from './accounts.ts'

/** An account that can have a second factor: residents have none. */
export interface OfficeAccount {
  readonly area: 'admin' | 'super-admin'
  readonly id: number
}

/** The caller as one of the office. The policies of its calls let nobody else in. */
export function officeAccount({ area, id }: Actor): OfficeAccount {
  if (area === 'client') throw new Error('This call is open to residents, who have no second factor.')
  return { area, id }
}

/** Owner that a secret is sealed for. */
export const ownerOf = ({ area, id }: OfficeAccount): string => `${area} ${id}`

/**
 * Reads the second factor of a living account: its secret is sealed, `since` null where it is off. With `lock` the account's row
 * is locked until the transaction ends.
 */
export function readSecondFactor(db: DbOrTx, { area, id }: OfficeAccount, { lock = false } = {}) {
  return db
    .selectFrom(ACCOUNT_TABLES[area])
    .select(['email as login', 'totp_secret as secret', 'totp_since as since', CLOCK_SECONDS.as('now')])
    .where('id', '=', id)
    .$if(area === 'admin', (query) => query.where('status', '<>', 0))
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}
