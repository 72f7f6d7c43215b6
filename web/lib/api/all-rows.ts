import type { ListOf } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { api, type Query } from './api.ts'

/** Fetches all rows of a list, page by page. */
export async function allRows<Row>(path: string, query: Query): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await api.get<ListOf<Row>>(path, { ...query, page, limit: LIMITS.allRows })
    rows.push(...data)
    if (rows.length >= total || data.length === 0) return rows
  }
}
