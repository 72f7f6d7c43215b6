import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '../client.ts'
import { toLikePrefix } from './search-patterns.ts'

/** Filter of a list of tenants' records beyond its tab and search (rules 13.29). */
export interface RecordFilter {
  readonly statuses?: readonly number[]
  readonly days?: Days
  readonly type?: string
  readonly tenantId?: number
  /** Beginning of the unit number or client code. */
  readonly unit?: string
  /** Whether more than `FEW_TENANTS` tenants match the unit. */
  readonly isWideUnit?: boolean
  /** 0: unassigned. */
  readonly assigneeId?: number
  readonly late?: true
}

export interface Days {
  readonly from?: Date
  readonly until?: Date
  /** Key of the main date; without it the filter is by creation. */
  readonly mainDate?: string
}

/** Returns the conditions that tickets and payments have in common. */
export function commonConditions({
  statuses,
  tenantId,
  unit,
  isWideUnit,
}: RecordFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  if (statuses !== undefined) conditions.push(sql`status = any(${statuses}::smallint[])`)
  if (tenantId !== undefined) conditions.push(sql`tenant_id = ${tenantId}`)
  // Rows of many tenants are found faster in list order: `is true` prevents the planner from joining.
  if (unit !== undefined)
    conditions.push(
      isWideUnit
        ? sql`(tenant_id in (${tenantsOf(unit)})) is true`
        : sql`tenant_id = any(array(${tenantsOf(unit)}))`,
    )
  return conditions
}

const FEW_TENANTS = 100

/** Returns a filter that records whether its unit, if any, matches few or many tenants. */
export async function measureUnit(db: DbOrTx, by: RecordFilter): Promise<RecordFilter> {
  if (by.unit === undefined) return by
  const { rows } = await sql`${tenantsOf(by.unit)} limit ${sql.lit(FEW_TENANTS + 1)}`.execute(db)
  return { ...by, isWideUnit: rows.length > FEW_TENANTS }
}

const tenantsOf = (unit: string) => sql`select id from tenants
  where folded(unit_number) like ${toLikePrefix(unit)} or folded(client_code) like ${toLikePrefix(unit)}`

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
