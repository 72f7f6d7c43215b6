import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { anyIdOf, DELETED } from '#platform/db/expressions.ts'
import { mayAnswer } from '@tahanan/contract/conversation/answerers.ts'
import {
  QUIET_AT_FIRST,
  type NewsArea,
  type NewsChoices,
  type NewsKind,
} from '@tahanan/contract/notifications/kinds.ts'
import { allows, type PageName, type RoleEntry } from '@tahanan/contract/permissions.ts'
import type { QuietHours } from './get-send-time.ts'

export interface Reader extends QuietHours {
  readonly area: NewsArea
  readonly id: number
  readonly name: string
  readonly email: string
  readonly choices: NewsChoices
  readonly showDetails: boolean
  readonly hasPush: boolean
  readonly createdAt: Date
  readonly mailRefusedAt: Date | null
  readonly roles: readonly RoleEntry[]
}

interface Audience {
  readonly page: PageName | null
  readonly admin_id: number | null
}

/**
 * Returns whether a reader may read a notification. Administrators need the view permission for its page, and
 * it must not be addressed to another administrator (rules 10.12).
 */
export const mayRead = ({ area, id, roles }: Reader, { page, admin_id }: Audience): boolean =>
  area === 'client' || (page !== null && allows(roles, page, 'view') && (admin_id ?? id) === id)

/**
 * Returns whether a reader can act on a notification. A resident's message is mailed only to administrators
 * who may answer it (rules 23.5).
 */
export const mayActOn = (
  { area, roles }: Reader,
  { page, kind }: Pick<Audience, 'page'> & { readonly kind: NewsKind },
): boolean => area === 'client' || kind !== 'message' || (page !== null && mayAnswer(roles, page))

const AREA_SOURCES = {
  client: {
    table: sql`tenants`,
    columns: sql`a.uoccname as name, '[]'::jsonb as roles,
      exists (select from push_subscriptions p where p.tenant_id = a.id) as "hasPush"`,
  },
  admin: { table: sql`admins`, columns: sql`a.name, a.roles, false as "hasPush"` },
}

async function selectReaders(db: DbOrTx, area: NewsArea, which: RawBuilder<unknown>): Promise<Reader[]> {
  const { table, columns } = AREA_SOURCES[area]
  const { rows } = await sql<Reader>`
    select ${sql.lit(area)} as area, a.id, a.email, a.created_at as "createdAt", ${columns},
      a.mail_refused_at as "mailRefusedAt", coalesce(c.choices, '{}') as choices,
      coalesce(c.quiet_from, ${sql.lit(QUIET_AT_FIRST.from)}) as "quietFrom",
      coalesce(c.quiet_to, ${sql.lit(QUIET_AT_FIRST.to)}) as "quietTo",
      coalesce(c.show_details, false) as "showDetails"
    from ${table} a left join delivery_choices c on c.area = ${sql.lit(area)} and c.reader_id = a.id
    where a.status <> ${DELETED} and ${which}`.execute(db)
  return rows
}

export const listReaders = (db: DbOrTx, area: NewsArea, ids: readonly number[]): Promise<Reader[]> =>
  selectReaders(db, area, sql`a.id = ${anyIdOf(ids)}`)

export const listAdminReaders = (db: DbOrTx): Promise<Reader[]> => selectReaders(db, 'admin', sql`true`)

export const listTenantReadersAfter = (db: DbOrTx, id: number, limit: number): Promise<Reader[]> =>
  selectReaders(db, 'client', sql`a.id > ${id} order by a.id limit ${limit}`)
