import type { BILLING_SORTS } from '@tahanan/contract/sorting.ts'
import { prepared } from '../../../platform/db/client.ts'
import type { DbOrTx } from '../../../platform/db/client.ts'
import { orderBy, orderOf } from '../../../platform/db/newest-rows.ts'
import type { Orders } from '../../../platform/db/newest-rows.ts'
import type { Page } from '../../../platform/http/list-query.ts'
import { likePattern } from '../../../platform/db/search-text.ts'

export interface StatementRow {
  id: number
  tenant_id: number
  title: string
  /** Pesos. */
  soa_amount: number
  soa_date: Date | null
  /** The PDF's name in `soa/pdf/`; null where none came. */
  soa_name: string | null
  attachment: string | null
  created_at: Date
}

const COLUMNS = 'id, tenant_id, title, soa_amount, soa_date, soa_name, attachment, created_at'

/** Statements, newest first: one tenant's, deleted or not, or with null everybody's. */
export async function listStatements(
  db: DbOrTx,
  page: Pick<Page, 'limit' | 'offset'>,
  tenantId: number | null,
): Promise<{ rows: StatementRow[]; total: number }> {
  const [name, where, values] =
    tenantId === null ? ['all', '', []] : ['tenant', 'where tenant_id = $1', [tenantId]]
  const next = values.length + 1
  const [rows, [count]] = await Promise.all([
    prepared<StatementRow>(
      db,
      `statements.${name}`,
      `select ${COLUMNS} from statements ${where} order by id desc limit $${next} offset $${next + 1}`,
      [...values, page.limit, page.offset],
    ),
    prepared<{ n: number }>(
      db,
      `statements.${name}.count`,
      `select count(*) as n from statements ${where}`,
      values,
    ),
  ])
  return { rows, total: count?.n ?? 0 }
}

export interface BillingRow {
  id: number
  client_code: string
  uoccname: string
  unit_number: string
  soa_amount: number
  soa_date: Date | null
  soa_name: string | null
  /** The accounting system's name of the PDF; its name in the store where no import tells. */
  attachment: string | null
}

/** A tenant without a statement stands last by date, either way. */
const ORDERS: Readonly<Record<(typeof BILLING_SORTS)[number], Orders[string]>> = {
  clientCode: { by: 'lower(t.client_code)' },
  clientName: { by: 'lower(t.uoccname)' },
  soaAmount: { by: 't.soa_amount' },
  soaDate: { by: 't.soa_date is null, t.soa_date' },
}

/** Lists the balances of living tenants, newest tenant first or in another order. The search looks at code, names, unit and e-mail. */
export async function listBillings(db: DbOrTx, page: Page): Promise<{ rows: BillingRow[]; total: number }> {
  const searched = page.searchTerm !== ''
  const name = `billings${searched ? '.searched' : ''}`
  const term = searched ? [likePattern(page.searchTerm)] : []
  const where = (place: string) => `where t.status <> 0${searched ? ` and t.search_text like ${place}` : ''}`
  const [rows, [count]] = await Promise.all([
    prepared<BillingRow>(
      db,
      `${name}.list:${page.sort ?? ''}`,
      `select t.id, t.client_code, t.uoccname, t.unit_number, t.soa_amount, t.soa_date, t.soa_name,
         case when t.soa_name is not null then coalesce(
           (select s.attachment from statements s where s.tenant_id = t.id and s.soa_name = t.soa_name order by s.id desc limit 1),
           (select k.name from files k where k.key = 'soa/pdf/' || t.soa_name), t.soa_name) end as attachment
       from tenants t ${where('$3')} ${orderBy('t', orderOf(ORDERS, page.sort))} limit $1 offset $2`,
      [page.limit, page.offset, ...term],
    ),
    prepared<{ n: number }>(db, `${name}.count`, `select count(*) as n from tenants t ${where('$1')}`, term),
  ])
  return { rows, total: count?.n ?? 0 }
}
