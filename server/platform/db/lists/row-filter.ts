import { sql, type RawBuilder } from 'kysely'
import type { DbOrTx } from '../client.ts'
import { toLikePrefix } from './search-patterns.ts'

/** Filters of a list of tenants' records, in addition to its tab and search (rules 13.29). */
export interface RowFilter {
  readonly statuses?: readonly number[]
  readonly days?: Days
  readonly type?: string
  readonly tenantId?: number
  /** Prefix of the unit number or of the client code. */
  readonly unit?: string
  readonly isWideUnit?: boolean
  readonly assigneeId?: number
  readonly late?: true
}

export interface Days {
  readonly from?: Date
  readonly until?: Date
  /** Name of the date column that `from` and `until` filter. Without it, they filter the creation date. */
  readonly mainDate?: string
}

export function buildCommonConditions({
  statuses,
  tenantId,
  unit,
  isWideUnit,
}: RowFilter): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  if (statuses !== undefined) conditions.push(sql`status = any(${statuses}::smallint[])`)
  if (tenantId !== undefined) conditions.push(sql`tenant_id = ${tenantId}`)
  // If many tenants match the unit, it is faster to read the list in order and skip other tenants. `is true`
  // makes PostgreSQL do that, because it prevents a join.
  if (unit !== undefined)
    conditions.push(
      isWideUnit
        ? sql`(tenant_id in (${selectTenants(unit)})) is true`
        : sql`tenant_id = any(array(${selectTenants(unit)}))`,
    )
  return conditions
}

const MAX_UNIT_TENANTS = 100

export async function markWideUnit(db: DbOrTx, rowFilter: RowFilter): Promise<RowFilter> {
  if (rowFilter.unit === undefined) return rowFilter
  const { rows } = await sql`${selectTenants(rowFilter.unit)} limit ${sql.lit(MAX_UNIT_TENANTS + 1)}`.execute(
    db,
  )
  return { ...rowFilter, isWideUnit: rows.length > MAX_UNIT_TENANTS }
}

const selectTenants = (unit: string) => sql`select id from tenants
  where folded(unit_number) like ${toLikePrefix(unit)} or folded(client_code) like ${toLikePrefix(unit)}`

export function buildDaysConditions(
  column: RawBuilder<unknown>,
  { from, until }: Days,
  toColumnValue: (end: Date) => unknown = (end) => end,
): RawBuilder<boolean>[] {
  return [
    ...(from ? [sql<boolean>`${column} >= ${toColumnValue(from)}`] : []),
    ...(until ? [sql<boolean>`${column} < ${toColumnValue(until)}`] : []),
  ]
}
