import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK_SECONDS, DELETED_STATUS } from '#platform/db/expressions.ts'
import { ACCOUNT_TABLES } from './accounts.ts'

export interface OfficeAccount {
  readonly area: 'admin' | 'super-admin'
  readonly id: number
}

/**
 * Narrows the caller's type to an office account. Residents never reach this code, because the policies of
 * its routes refuse them.
 */
export function toOfficeAccount({ area, id }: Actor): OfficeAccount {
  if (area === 'client') throw new Error('This call is open to residents, who have no second factor.')
  return { area, id }
}

/** Returns the string that identifies the owner of an encrypted secret (see `sealSecret`). */
export const toSecretOwner = ({ area, id }: OfficeAccount): string => `${area} ${id}`

export function findSecondFactor(db: DbOrTx, { area, id }: OfficeAccount, { lock = false } = {}) {
  return db
    .selectFrom(ACCOUNT_TABLES[area])
    .select(['email as login', 'totp_secret as secret', 'totp_since as since', CLOCK_SECONDS.as('now')])
    .where('id', '=', id)
    .$if(area === 'admin', (query) => query.where('status', '<>', DELETED_STATUS))
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}
