import { createApiQuery, createPageQuery, fetchAllRows } from '#lib/api/create-api-query.ts'
import { formatDateTime } from '#lib/time.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { IssuedNumber, Series } from '@tahanan/contract/billing/series-answers.ts'
import { describeNumberState, SERIES_KINDS } from '@tahanan/contract/billing/series.ts'
import { toCsvAmount, formatRowsCsv } from '@tahanan/contract/csv.ts'

export const seriesQuery = createApiQuery<{ data: Series[] }>(['receipts', 'series'], '/receipt-series')

export const receiptRegisterQuery = (seriesId: number, filter: { page: number; limit: number }) =>
  createPageQuery<ListOf<IssuedNumber>>(['receipts', 'register', seriesId, filter], '/receipt-register', {
    seriesId,
    ...filter,
  })

export const getSeriesName = ({ kind, prefix, closedAt }: Series): string =>
  `${SERIES_KINDS[kind]} ${prefix}${closedAt ? ' (closed)' : ''}`

export async function loadRegisterCsv(seriesId: number): Promise<string> {
  const rows = await fetchAllRows<IssuedNumber>('/receipt-register', { seriesId })
  return formatRowsCsv(rows.toReversed(), {
    number: (row) => row.number,
    date: (row) => ({ plain: formatDateTime(row.at) }),
    clientCode: (row) => row.tenant?.clientCode,
    clientname: (row) => row.tenant?.uoccname,
    for: (row) => row.about,
    amount: (row) => toCsvAmount(row.amount),
    void: describeNumberState,
    remarks: (row) => row.voided?.remarks,
    voidDate: (row) => row.voided && { plain: formatDateTime(row.voided.at) },
    voidBy: (row) => row.voided?.by,
  })
}
