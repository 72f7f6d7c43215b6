import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { buildAnyOfIds, DELETED_STATUS } from '#platform/db/expressions.ts'
import { canAnswer } from '@tahanan/contract/conversation/message-permissions.ts'
import {
  DEFAULT_QUIET_HOURS,
  type NotificationArea,
  type NotificationChoices,
  type NotificationKind,
} from '@tahanan/contract/notifications/kinds.ts'
import { rolesAllow, type PageName, type RoleEntry } from '@tahanan/contract/permissions.ts'
import type { QuietHours } from './get-send-time.ts'

export interface Reader extends QuietHours {
  readonly area: NotificationArea
  readonly id: number
  readonly name: string
  readonly email: string
  readonly choices: NotificationChoices
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
 * Returns whether a person may read a notification. Administrators need the view permission for its page, and
 * it must not be addressed to another administrator (rules 10.12).
 */
export const mayRead = ({ area, id, roles }: Reader, { page, admin_id }: Audience): boolean =>
  area === 'client' || (page !== null && rolesAllow(roles, page, 'view') && (admin_id ?? id) === id)

/**
 * Returns whether a person can act on a notification. A resident's message is mailed only to administrators
 * who may answer it (rules 23.5).
 */
export const mayActOn = (
  { area, roles }: Reader,
  { page, kind }: Pick<Audience, 'page'> & { readonly kind: NotificationKind },
): boolean => area === 'client' || kind !== 'message' || (page !== null && canAnswer(roles, page))

const AREA_SOURCES = {
  client: {
    table: sql`tenants`,
    columns: sql`a.uoccname as name, '[]'::jsonb as roles,
      exists (select from push_subscriptions p where p.tenant_id = a.id) as "hasPush"`,
  },
  admin: { table: sql`admins`, columns: sql`a.name, a.roles, false as "hasPush"` },
}

async function selectReaders(
  db: DbOrTx,
  area: NotificationArea,
  condition: RawBuilder<unknown>,
): Promise<Reader[]> {
  const { table, columns } = AREA_SOURCES[area]
  const { rows } = await sql<Reader>`
    select ${sql.lit(area)} as area, a.id, a.email, a.created_at as "createdAt", ${columns},
      a.mail_refused_at as "mailRefusedAt", coalesce(c.choices, '{}') as choices,
      coalesce(c.quiet_from, ${sql.lit(DEFAULT_QUIET_HOURS.from)}) as "quietFrom",
      coalesce(c.quiet_to, ${sql.lit(DEFAULT_QUIET_HOURS.to)}) as "quietTo",
      coalesce(c.show_details, false) as "showDetails"
    from ${table} a left join delivery_choices c on c.area = ${sql.lit(area)} and c.reader_id = a.id
    where a.status <> ${DELETED_STATUS} and ${condition}`.execute(db)
  return rows
}

export const listReaders = (db: DbOrTx, area: NotificationArea, ids: readonly number[]): Promise<Reader[]> =>
  selectReaders(db, area, sql`a.id = ${buildAnyOfIds(ids)}`)

export const listAdminReaders = (db: DbOrTx): Promise<Reader[]> => selectReaders(db, 'admin', sql`true`)

export const listTenantReadersAfter = (db: DbOrTx, id: number, limit: number): Promise<Reader[]> =>
  selectReaders(db, 'client', sql`a.id > ${id} order by a.id limit ${limit}`)
