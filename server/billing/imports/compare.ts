import { TENANT_COLUMNS } from '@tahanan/contract/billing/statement-import.ts'
import type { TenantColumn } from '@tahanan/contract/billing/statement-import.ts'

/** What a row makes of a tenant's column: its own text where the file has the column. A name is never emptied. */
export function columnAfter(column: TenantColumn, row = 'r', tenant = 't'): string {
  const given = `${row}.fields ->> '${column}'`
  return `coalesce(${column === 'uoccname' ? `nullif(${given}, '')` : given}, ${tenant}.${column})`
}

/** The living tenant of a row, by its reference without regard to case. */
export const TENANT_OF_ROW = 'lower(t.client_code) = lower(r.urefno) and t.status <> 0'

const FIELDS_CHANGE = TENANT_COLUMNS.map((column) => `${columnAfter(column)} <> t.${column}`).join(' or ')

/**
 * Rows of an import beside the tenants as they are now: `$1` is the import, `rows` a condition on `r`. Columns:
 * row, tenant_id, amount_before, amount_after, fields_change, figures_change (amount or date), sha_before (of the present
 * statement's PDF), older (than the present statement).
 */
export function comparedRows(rows: string): string {
  return `select r.row, t.id as tenant_id, r.amount, r.invdate, t.soa_date,
      t.soa_amount as amount_before, coalesce(r.amount, t.soa_amount) as amount_after,
      (${FIELDS_CHANGE}) as fields_change,
      (coalesce(r.amount, t.soa_amount) <> t.soa_amount or coalesce(r.invdate, t.soa_date) is distinct from t.soa_date)
        as figures_change,
      present.sha256 as sha_before, coalesce(r.invdate < t.soa_date, false) as older
    from statement_import_rows r
    left join tenants t on ${TENANT_OF_ROW}
    left join lateral (
      select s.sha256 from statements s where s.tenant_id = t.id order by s.id desc limit 1
    ) as present on true
    where r.import_id = $1 and r.verdict <> 'refused' and ${rows}`
}

/** Why a row without an amount goes nowhere. */
export const UNKNOWN_TENANT = 'No tenant has this reference, and the web-client file does not name it either.'

/** A prepared row's verdict, once more with the PDFs that came since: another PDF makes an unchanged statement a changed one. */
export const VERDICT_WITH_PDF = `case when r.verdict = 'unchanged' and f.sha256 is distinct from r.sha_before and f.sha256 is not null
  then 'changed' else r.verdict end`

/** The PDF that came for a row. One that the cleaner removed meanwhile is not there any more. */
export const PDF_OF_ROW = `(statement_import_files f join files k on k.key = f.file_key)
  on f.import_id = r.import_id and f.name = r.pdf`
