import { sql, type RawBuilder } from 'kysely'
import { likePrefix } from './search-patterns.ts'

/** Filter of a list of tenants' records beyond its tab and search (rules 13.29). */
export interface RecordFilter {
  readonly statuses?: readonly number[]
  readonly days?: Days
  readonly type?: string
  readonly tenantId?: number
  /** Beginning of the unit number or client code. */
  readonly unit?: string
  /** 0 is nobody. */
  readonly assigneeId?: number
  readonly late?: true
}

export interface Days {
  /** First instant, and the first one after the days. */
  readonly from?: Date
  readonly until?: Date
  /** Key of the main date; by creation without it. */
  readonly mainDate?: string
}

/** Returns the conditions that tickets and payments have in common. */
export function commonConditions({ statuses, tenantId, unit }: RecordFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  if (statuses !== undefined) conditions.push(sql`status = any(${statuses}::smallint[])`)
  if (tenantId !== undefined) conditions.push(sql`tenant_id = ${tenantId}`)
  if (unit !== undefined) conditions.push(sql`tenant_id = any(array(${tenantsOf(unit)}))`)
  return conditions
}

const tenantsOf = (unit: string) => sql`select id from tenants
  where lower(unit_number) like ${likePrefix(unit)} or lower(client_code) like ${likePrefix(unit)}`

/** Returns the conditions of a range of days; `at` converts its ends to the column's type. */
export function daysCondition(
  column: RawBuilder<unknown>,
  { from, until }: Days,
  at: (end: Date) => unknown = (end) => end,
): RawBuilder<boolean>[] {
  return [
    ...(from ? [sql<boolean>`${column} >= ${at(from)}`] : []),
    ...(until ? [sql<boolean>`${column} < ${at(until)}`] : []),
  ]
}
