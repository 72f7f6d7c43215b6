import { sql } from 'kysely'
import { findSetting } from '#features/settings/website-settings.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { prepareReadQuery, type Placeholders } from '#platform/db/prepare-query.ts'
import type { NamedHoliday } from '@tahanan/contract/settings/get-philippine-holidays.ts'
import { DEFAULT_OFFICE_WEEK, type OfficeWeek } from '@tahanan/contract/settings/office-hours.ts'

export const OFFICE_HOURS_SETTING = 'officeHours'

export const parseWeek = (storedWeek: string): OfficeWeek =>
  storedWeek === '' ? DEFAULT_OFFICE_WEEK : (JSON.parse(storedWeek) as OfficeWeek)

export async function findOfficeHours(db: DbOrTx): Promise<{ week: OfficeWeek; updated_at: Date }> {
  const { value, updated_at } = await findSetting(db, OFFICE_HOURS_SETTING)
  return { week: parseWeek(value), updated_at }
}

/**
 * Finds the rule for a ticket's due time. The same query finds the office calendar, so that filing a ticket
 * needs one query for both.
 */
export const findRule = prepareReadQuery(
  (db, { module, type }: Placeholders<{ module: string; type: string }>) =>
    db
      .selectFrom('due_rules as r')
      .select('r.hours')
      .select((eb) => [
        eb
          .selectFrom('settings')
          .select('value')
          .where('name', '=', sql.lit(OFFICE_HOURS_SETTING))
          .as('week'),
        sql<string[]>`array(select date::text from holidays where date >= current_date - 1)`.as('holidays'),
      ])
      .where('r.module', '=', module)
      .where((eb) => eb.or([eb('r.type', 'is', null), eb('r.type', '=', type)]))
      .orderBy('r.type', (order) => order.asc().nullsLast())
      .limit(sql.lit(1)),
)

export const listRules = (db: DbOrTx) =>
  db
    .selectFrom('due_rules')
    .select(['id', 'module', 'type', 'hours'])
    .orderBy('module')
    .orderBy('type', (order) => order.asc().nullsFirst())
    .execute()

interface NewRule {
  readonly module: string
  readonly type: string | null
  readonly hours: number
}

export const insertRule = (db: DbOrTx, rule: NewRule) =>
  db
    .insertInto('due_rules')
    .values(rule)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'module', 'type', 'hours'])
    .executeTakeFirst()

export const updateRule = (db: DbOrTx, id: number, hours: number) =>
  db
    .updateTable('due_rules')
    .set({ hours })
    .where('id', '=', id)
    .returning(['id', 'module', 'type', 'hours'])
    .executeTakeFirst()

export const deleteRule = (db: DbOrTx, id: number) =>
  db.deleteFrom('due_rules').where('id', '=', id).returning('id').executeTakeFirst()

export const listHolidays = (db: DbOrTx) =>
  db
    .selectFrom('holidays')
    .select([sql<string>`date::text`.as('date'), 'name'])
    .orderBy('holidays.date')
    .execute()

/** Skips days that are already holidays. Returns the number of inserted holidays. */
export async function insertHolidays(db: DbOrTx, days: readonly NamedHoliday[]): Promise<number> {
  const insertedRows = await db
    .insertInto('holidays')
    .values([...days])
    .onConflict((conflict) => conflict.doNothing())
    .returning('date')
    .execute()
  return insertedRows.length
}

export const deleteHoliday = (db: DbOrTx, date: string) =>
  db
    .deleteFrom('holidays')
    .where(sql<boolean>`date::text = ${date}`)
    .returning('name')
    .executeTakeFirst()
