import { sql, type RawBuilder } from 'kysely'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'

/**
 * Returns the SQL condition that selects a tenant's rows in a table. `PERSONAL_TABLES` defines which column
 * refers to the tenant. The query must not use an alias for the table. Throws for a table without such a
 * column.
 */
export function createTenantCondition(table: string, tenantId: number): RawBuilder<boolean> {
  const link = PERSONAL_TABLES[table]?.tenant
  if (!link) throw new RangeError(`The register has no link from ${table} to a tenant.`)
  const column = sql.ref(`${table}.${link.column}`)
  if ('area' in link)
    return sql<boolean>`(${sql.ref(`${table}.${link.area}`)} = 'client' and ${column} = ${tenantId})`
  if ('table' in link) {
    const key = sql.ref(`${link.table}.${link.key ?? 'id'}`)
    return sql<boolean>`${column} in (
      select ${key} from ${sql.table(link.table)} where ${createTenantCondition(link.table, tenantId)})`
  }
  if (link.secondColumn === undefined) return sql<boolean>`${column} = ${tenantId}`
  return sql<boolean>`(${column} = ${tenantId} or ${sql.ref(`${table}.${link.secondColumn}`)} = ${tenantId})`
}

/**
 * Returns the SQL condition that a tenant is the author of a row. `author` is the prefix of the columns with
 * the author's area and id, for example 'actor' for `actor_area` and `actor_id`.
 */
export const createAuthorCondition = (author: string, tenantId: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${author}_area`)} = 'client' and ${sql.ref(`${author}_id`)} = ${tenantId})`
