import { TENANT_COLUMNS } from '@tahanan/contract/billing/statement-import.ts'
import type { TenantColumn } from '@tahanan/contract/billing/statement-import.ts'

/** SQL of a tenant's column after a row: the row's text where the file has the column. A name is never emptied (rules 7.6). */
export function columnAfter(column: TenantColumn): string {
  const given = `r.fields ->> '${column}'`
  return `coalesce(${column === 'uoccname' ? `nullif(${given}, '')` : given}, t.${column})`
}

/** The living tenant of a row, by its reference without regard to case. */
export const TENANT_OF_ROW = 'lower(t.client_code) = lower(r.urefno) and t.status <> 0'

const FIELDS_CHANGE = TENANT_COLUMNS.map((column) => `${columnAfter(column)} <> t.${column}`).join(' or ')

/** Rows that go in: neither refused nor skipped. */
export const GOES_IN = `verdict in ('new', 'changed', 'unchanged')`

/**
 * Rows `r` beside the tenants as they are now: what to select, and what to join. Columns: tenant_id, amount_before,
 * amount_after, fields_change, figures_change (amount or date), sha_before (of the present statement's PDF), older (than
 * the present statement), correction (another amount of its date); all but the first are null without a tenant.
 */
export const COMPARED = `t.id as tenant_id, t.soa_amount as amount_before, coalesce(r.amount, t.soa_amount) as amount_after,
  (${FIELDS_CHANGE}) as fields_change,
  (coalesce(r.amount, t.soa_amount) <> t.soa_amount or coalesce(r.invdate, t.soa_date) is distinct from t.soa_date) as figures_change,
  present.sha256 as sha_before, r.invdate < t.soa_date as older,
  (r.invdate = t.soa_date and r.amount <> t.soa_amount) as correction`
export const WITH_TENANT = `left join tenants t on ${TENANT_OF_ROW}
  left join lateral (
    select s.sha256 from statements s where s.tenant_id = t.id order by s.id desc limit 1
  ) as present on true`

/** Why a row is skipped or refused, or should be looked at. */
export const REASONS = {
  older: 'This tenant has a newer statement already.',
  correction: 'This tenant has a statement of the same date with another amount. This one corrects it.',
  notConfirmed: 'Another amount for a date that has a statement already. The correction was not confirmed.',
  overtaken: 'Another import was saved after these files were compared. Compare them again.',
} as const

/** Reason of a row without an amount. */
export const UNKNOWN_TENANT = 'No tenant has this reference, and the web-client file does not name it either.'

/** The PDF `f` that came for a row. One that the cleaner removed meanwhile is not there any more. */
export const WITH_PDF = `left join lateral (
    select f.file_key, f.sha256, f.bytes, k.owner_kind, k.owner_id
    from statement_import_files f join files k on k.key = f.file_key
    where f.import_id = r.import_id and f.name = r.pdf
  ) as f on true`

/** A prepared row's verdict, once more with the PDFs that came since: another PDF makes an unchanged statement a changed one. */
export const VERDICT_WITH_PDF = `case when r.verdict = 'unchanged' and f.sha256 is not null and f.sha256 is distinct from r.sha_before
  then 'changed' else r.verdict end`
