import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/client.ts'
import { DELETED_STATUS } from '#platform/db/expressions.ts'
import { selectRowText } from '../comparison-columns.ts'
import { UNKNOWN_TENANT } from '../select-row-verdicts.ts'
import { createCodeChecker, type NamedCode } from './create-code-checker.ts'

const ROWS_PER_QUERY = 5000

interface UncertainCode {
  readonly row: number
  readonly reason: string
  readonly resembled?: string
}

/**
 * Skips the rows of unknown codes that may belong to an existing tenant or to nobody (rules 7.34). If such a
 * code resembles a tenant's code, also skips that tenant's row of the other file, because a statement needs
 * both amount and date.
 */
export async function excludeUncertainCodes(tx: Tx, importId: number): Promise<void> {
  let checkCode: ReturnType<typeof createCodeChecker> | undefined
  for (let lastRowNumber = 0; ;) {
    const importRows = await tx
      .selectFrom('statement_import_rows as r')
      .select(['r.row', 'r.urefno as code'])
      .select(sql<string>`coalesce(${selectRowText('uoccname')}, '')`.as('name'))
      .where('r.import_id', '=', importId)
      .where('r.row', '>', lastRowNumber)
      .where(sql<boolean>`(r.verdict = 'new' or r.reason = ${UNKNOWN_TENANT})`)
      .orderBy('r.row')
      .limit(ROWS_PER_QUERY)
      .execute()
    const lastRow = importRows.at(-1)
    if (!lastRow) return
    lastRowNumber = lastRow.row
    checkCode ??= createCodeChecker(await listTenants(tx))
    const uncertainCodes: UncertainCode[] = []
    for (const { row, ...code } of importRows) {
      const finding = checkCode(code)
      if (finding) uncertainCodes.push({ row, ...finding })
    }
    if (uncertainCodes.length > 0) await excludeRows(tx, importId, uncertainCodes)
    await setImmediate()
  }
}

const listTenants = (tx: Tx): Promise<NamedCode[]> =>
  tx
    .selectFrom('tenants')
    .select(['client_code as code', 'uoccname as name'])
    .where('status', '<>', DELETED_STATUS)
    .execute()

async function excludeRows(
  tx: Tx,
  importId: number,
  uncertainCodes: readonly UncertainCode[],
): Promise<void> {
  const uncertainRows = sql<{ row: number; reason: string; resembled: string | null }>`jsonb_to_recordset(
    ${JSON.stringify(uncertainCodes)}::jsonb)`.as<'j'>(sql`j(row integer, reason text, resembled text)`)
  // A row of the SOA file with an unknown code remains refused. The reason also names the tenant whose code
  // is similar.
  await tx
    .updateTable('statement_import_rows as r')
    .from(uncertainRows)
    .set({
      verdict: sql<string>`case r.verdict when 'new' then 'skipped' else r.verdict end`,
      doubtful: sql<boolean>`r.verdict = 'new'`,
      reason: sql<string>`concat_ws(' ', j.reason, r.reason)`,
    })
    .where('r.import_id', '=', importId)
    .whereRef('r.row', '=', 'j.row')
    .execute()
  await tx
    .updateTable('statement_import_rows as r')
    .from(uncertainRows)
    .innerJoin('statement_import_rows as d', (join) =>
      join.on('d.import_id', '=', importId).onRef('d.row', '=', 'j.row'),
    )
    .set({
      verdict: 'skipped',
      doubtful: true,
      older: false,
      reason: sql<string>`'The row of ' || d.urefno || ', which is left out, may be its other half.'`,
    })
    .where('r.import_id', '=', importId)
    .where('r.verdict', 'in', ['changed', 'unchanged', 'skipped'])
    .where(sql<boolean>`lower(r.urefno) = lower(j.resembled)
      and (r.amount is null and d.amount is not null or r.invdate is null and d.invdate is not null)`)
    .execute()
}
