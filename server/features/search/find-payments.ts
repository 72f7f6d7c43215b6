import { sql } from 'kysely'
import { getPaymentList } from '#features/payments/repository.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { toCompactCode } from '#platform/db/lists/build-search-condition.ts'
import { toSearchPatterns, toSearchWords } from '#platform/db/lists/search-patterns.ts'
import { PAYMENT_STATUSES, getPaymentTypeInfo } from '@tahanan/contract/billing/payment.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { formatPesos } from '@tahanan/contract/money.ts'
import type { FoundRow } from './find-posts.ts'

/**
 * Finds payments by number, code or tenant, newest first. Returns nothing if no word of the search term can
 * use an index, because the query would then read all payments.
 */
export async function findPayments(db: DbOrTx, term: string): Promise<FoundRow[]> {
  const patterns = toSearchPatterns(term)
  if (patterns.indexed === undefined) return []
  const { rows } = await getPaymentList(null).read(db, patterns, { limit: LIMITS.searchOfAKind, offset: 0 })
  return rows.map((row) => ({
    kind: 'payment',
    id: row.id,
    title: `${row.reference_number} · ${formatPesos(row.amount_paid)}`,
    text: [
      `${row.uoccname} (${row.client_code})`,
      getPaymentTypeInfo(row.type).label,
      PAYMENT_STATUSES.find(({ status }) => status === row.status)?.label ?? '',
      row.receipt_number ?? '',
    ]
      .filter(Boolean)
      .join(' · '),
    date: row.created_at,
    link: `/admin/payments?modal=true&id=${row.id}`,
  }))
}

const MIN_DIGITS = 6

interface NumberRow {
  id: number
  number: string
  about: string
  tenant: string | null
  at: Date
  series: number
  /**
   * Number of later receipts or invoices in the same series. It determines the page of the list that contains
   * this row.
   */
  later: number
}

/**
 * Finds receipts and invoices by their whole number ('SI-000123') or only its digits ('123'), newest first.
 * The other words of the search term must occur in the number, its purpose or its tenant.
 */
export async function findReceipts(db: DbOrTx, term: string): Promise<FoundRow[]> {
  const words = toSearchWords(term).map((word) => word.replaceAll('-', ''))
  const code = words.find((word) => /\d$/.test(word))
  const digits = /\d+$/.exec(code ?? '')?.[0]
  if (code === undefined || digits === undefined) return []
  const codePrefix = code.slice(0, -digits.length)
  const sequenceNumbers = [...new Set([digits, digits.slice(-MIN_DIGITS)])]
    .map(Number)
    .filter((n) => n < 2 ** 31)
  const otherWords = words.filter((word) => word !== code)
  const { rows } =
    await sql<NumberRow>`select i.id, i.number, i.about, i.at, s.id as series, s.next - 1 - i.n as later,
      t.uoccname || ' (' || t.client_code || ')' as tenant
    from number_series s
    join issued_numbers i on i.series_id = s.id and i.n = any(${sequenceNumbers}::int[])
    left join tenants t on t.id = i.tenant_id
    where (position(${code} in ${toCompactCode('i.number')}) > 0
        or ${digits.length <= MIN_DIGITS} and starts_with(${toCompactCode('s.prefix')}, ${codePrefix}))
      and not exists (select from unnest(${otherWords}::text[]) as word where position(word in
        translate(folded(concat_ws(E'\\n', i.number, i.about, t.client_code, t.uoccname)), '-', '')) = 0)
    order by i.id desc limit ${LIMITS.searchOfAKind}`.execute(db)
  return rows.map(({ id, number, about, at, series, later, tenant }) => ({
    kind: 'receipt',
    id,
    title: number,
    text: [tenant, about].filter(Boolean).join(' · '),
    date: at,
    link: `/admin/receipts?series=${series}&page=${Math.floor(later / LIMITS.pageSize) + 1}&limit=${LIMITS.pageSize}`,
  }))
}
