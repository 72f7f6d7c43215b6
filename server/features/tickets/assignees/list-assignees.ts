import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import { DELETED_STATUS, buildNameSortKey } from '#platform/db/expressions.ts'
import { getChangeFlags, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'

function toRolesPath(module: TicketModule): string {
  const flags = getChangeFlags(module).map((flag) => `@.${flag} == true`)
  return `$[*] ? (@.title == "${module.permission}").roles ? (@.view == true && (${flags.join(' || ')}))`
}

const ROLES_PATHS = sql.join(
  MODULES.map((module) => sql`when ${sql.lit(module.name)} then ${sql.lit(toRolesPath(module))}::jsonpath`),
  sql` `,
)

/**
 * SQL condition: the administrator may view and change tickets of the module. `admin` is the alias of the
 * administrators' table in the query.
 */
export const canChangeTickets = (admin: string, module: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${admin}.status`)} <> ${DELETED_STATUS}
    and jsonb_path_exists(${sql.ref(`${admin}.roles`)}, case ${module} ${ROLES_PATHS} end))`

const NAMES = sql.join(MODULES.map(({ name }) => sql`(${sql.lit(name)})`))

const TICKET_EDITORS = sql`admins as s cross join (values ${NAMES}) as m (name) where ${canChangeTickets('s', sql`m.name`)}`

/**
 * SQL condition: the ticket is assigned to this administrator; id 0 means that it is unassigned. A ticket
 * counts as unassigned if its assignee was deleted or may no longer change the module's tickets (rules
 * 4.29). The permissions are read once, not per row.
 */
export const hasAssignee = (id: number): RawBuilder<boolean> =>
  id === 0
    ? sql`(assignee_id is null or (assignee_id, module) not in (select s.id, m.name from ${TICKET_EDITORS}))`
    : sql`assignee_id = ${id} and module = any(array(select m.name from ${TICKET_EDITORS} and s.id = ${id}))`

const selectTicketEditors = (db: DbOrTx, { name }: TicketModule) =>
  db
    .selectFrom('admins as s')
    .select(['s.id', 's.name'])
    .where(canChangeTickets('s', sql`${sql.lit(name)}`))

export async function listAssignees(db: DbOrTx, module: TicketModule) {
  return selectTicketEditors(db, module)
    .orderBy(sql.raw(buildNameSortKey('s.name')))
    .orderBy('s.id')
    .execute()
}

export async function findAssignee(db: DbOrTx, module: TicketModule, id: number) {
  return selectTicketEditors(db, module).where('s.id', '=', id).executeTakeFirst()
}
