import type { IssuedNumber, Series } from '@tahanan/contract/billing/series-answers.ts'
import { toCsv } from '@tahanan/contract/csv.ts'
import { numberState, SERIES_KINDS } from '@tahanan/contract/billing/series.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { api } from '../../../../lib/api/api.ts'
import { apiQuery, pageQuery } from '../../../../lib/api/api-query.ts'
import { showDateTime } from '../../../../lib/time.ts'

interface RegisterPage {
  data: IssuedNumber[]
  total: number
}

export const seriesQuery = apiQuery<{ data: Series[] }>(['receipts', 'series'], '/receipt-series')

/** Query of a page of a series' register, the last number first. */
export const registerQuery = (seriesId: number, filter: { page: number; limit: number }) =>
  pageQuery<RegisterPage>(['receipts', 'register', seriesId, filter], '/receipt-register', {
    seriesId,
    ...filter,
  })

/** 'Receipt AR-2026-', and 'closed' where it is. */
export const seriesName = ({ kind, prefix, closedAt }: Series): string =>
  `${SERIES_KINDS[kind]} ${prefix}${closedAt ? ' (closed)' : ''}`

/** Fetches the whole register of a series as a CSV file, from the first number to the last. */
export async function registerCsv(seriesId: number): Promise<string> {
  const rows: IssuedNumber[] = []
  for (let page = 1, total = 1; rows.length < total; page++) {
    const found = await api.get<RegisterPage>('/receipt-register', { seriesId, page, limit: LIMITS.allRows })
    if (found.data.length === 0) break
    rows.push(...found.data)
    total = found.total
  }
  return toCsv(
    ['number', 'date', 'clientCode', 'clientname', 'for', 'amount', 'void', 'remarks', 'voidDate', 'voidBy'],
    rows
      .toReversed()
      .map((row) => [
        row.number,
        showDateTime(row.at),
        row.tenant?.clientCode,
        row.tenant?.uoccname,
        row.about,
        row.amount?.toFixed(2),
        numberState(row),
        row.voided?.remarks,
        row.voided && showDateTime(row.voided.at),
        row.voided?.by,
      ]),
  )
}
