import type { Actor } from '../../platform/actor.ts'
import type { DbOrTx } from '../../platform/db/client.ts'
import { prepared } from '../../platform/db/client.ts'

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

/** State of an account's second factor. Its secret is sealed. */
export interface SecondFactor {
  readonly login: string
  readonly secret: Buffer | null
  /** Null where it is off. */
  readonly since: Date | null
  /** Seconds since 1970 by the database's clock, which all server processes share. */
  readonly now: number
}

export const OFFICE_TABLES = { admin: 'admins', 'super-admin': 'super_admins' } as const
/** Deleted administrators have no account any more. */
const ALIVE = { admin: 'and status <> 0', 'super-admin': '' } as const

/** The second factor of a living account; its row is locked where a transaction asks for that. */
export async function readSecondFactor(
  db: DbOrTx,
  { area, id }: OfficeAccount,
  lock: '' | 'for no key update' = '',
): Promise<SecondFactor | undefined> {
  const [row] = await prepared<SecondFactor>(
    db,
    `second-factor.read ${area} ${lock}`,
    `select email as login, totp_secret as secret, totp_since as since,
       extract(epoch from clock_timestamp())::float8 as now
     from ${OFFICE_TABLES[area]} where id = $1 ${ALIVE[area]} ${lock}`,
    [id],
  )
  return row
}
