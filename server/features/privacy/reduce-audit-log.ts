import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { recordAction } from '#platform/audit/record-action.ts'
import type { Db, Tx } from '#platform/db/client.ts'
import { defineTask } from '#platform/jobs/define-task.ts'
import { isOnlyNameLogged } from '@tahanan/contract/privacy/define-register.ts'
import { PERSONAL_TABLES } from '@tahanan/contract/privacy/register.ts'
import { allowErasure } from './erase-rows.ts'

const BATCH_SIZE = 5000

/** Columns by table whose values must not appear in the audit log (rules 26.4). */
const MASKED_COLUMNS = Object.fromEntries(
  Object.entries(PERSONAL_TABLES).map(([table, { personal }]) => [
    table,
    Object.entries(personal)
      .filter(([, column]) => isOnlyNameLogged(column))
      .map(([name]) => name),
  ]),
)
/**
 * Tables whose older audit entries contain a personal text (for example of a comment) in the column
 * `subject_name`.
 */
const TABLES_NAMED_BY_TEXT = ['comments', 'do_not_admit']
const MASK_WORDS = sql`('"set"', '"changed"', '"removed"')`

/**
 * Replaces personal values by 'changed'. An array in `details` stays, because it contains only names of
 * fields.
 */
const reduceFields = (fields: RawBuilder<unknown>, maskedColumns: RawBuilder<unknown>) => sql`
  (select jsonb_object_agg(key, case when ${maskedColumns} ? key and value not in ${MASK_WORDS}
    and not (key = 'details' and jsonb_typeof(value) = 'array') then '"changed"' else value end)
  from jsonb_each(${fields}))`

/**
 * Removes personal values from the audit entries that meet a condition. Only older entries contain such
 * values, because they were written before masking began (rules 26.4). Returns the number of changed entries.
 */
export async function reduceAuditEntries(tx: Tx, condition: RawBuilder<boolean>): Promise<number> {
  await allowErasure(tx)
  const maskedColumns = sql`(${JSON.stringify(MASKED_COLUMNS)}::jsonb -> subject)`
  const { numAffectedRows } = await sql`
    update audit_log set before = n.before, after = n.after, subject_name = n.subject_name,
      actor_name = n.actor_name, detail = n.detail
    from (
      select a.id,
        case when ${maskedColumns} is null then a.before else ${reduceFields(sql`a.before`, maskedColumns)} end as before,
        case when ${maskedColumns} is null then a.after else ${reduceFields(sql`a.after`, maskedColumns)} end as after,
        case when subject = 'tenants' and subject_name is distinct from t.client_code
            then coalesce(case when starts_with(subject_name, t.client_code || ' ') then t.client_code end,
              split_part(subject_name, ' ', 1))
          when subject = any (${TABLES_NAMED_BY_TEXT}::text[]) or subject = 'deliveries' then null
          else subject_name end as subject_name,
        case when actor_area = 'client' and actor_name is distinct from c.client_code then '' else actor_name end
          as actor_name,
        case when detail ~ 'search "' then left(detail, position('search "' in detail) - 1)
          when subject = 'deliveries' and detail ~ '^(mail|push) to ' then split_part(detail, ' ', 1)
          else detail end as detail
      from audit_log a
      left join tenants t on subject = 'tenants' and t.id::text = subject_id
      left join tenants c on actor_area = 'client' and c.id = actor_id
      where ${condition}) as n
    where audit_log.id = n.id and (audit_log.before, audit_log.after, audit_log.subject_name,
        audit_log.actor_name, audit_log.detail)
      is distinct from (n.before, n.after, n.subject_name, n.actor_name, n.detail)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Removes personal values from all audit entries, in batches. Returns the number of changed entries. */
export async function reduceAuditLog(db: Db): Promise<number> {
  let reducedCount = 0
  for (let lastCheckedId = 0; ;) {
    const { rows } = await sql<{ last: number | null }>`select max(id) as last from (
      select id from audit_log where id > ${lastCheckedId} order by id limit ${BATCH_SIZE}) as batch`.execute(
      db,
    )
    const lastBatchId = rows[0]?.last ?? null
    if (lastBatchId === null) return reducedCount
    const firstBatchId = lastCheckedId
    reducedCount += await db
      .transaction()
      .execute((tx) => reduceAuditEntries(tx, sql`a.id > ${firstBatchId} and a.id <= ${lastBatchId}`))
    lastCheckedId = lastBatchId
  }
}

export const runReduction = defineTask({
  name: 'reduce-audit-log',
  payload: Type.Object({}),
  async run({ db }: { db: Db }) {
    const reducedCount = await reduceAuditLog(db)
    await recordAction(db, {
      action: 'remove',
      subject: 'personal_data',
      subjectName: 'Audit log',
      detail: `Personal values of ${reducedCount.toLocaleString('en')} older entries were removed; the names of the fields stay.`,
      after: { entries: reducedCount },
    })
  },
})
