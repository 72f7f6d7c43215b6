import type { ListFilters } from '@tahanan/contract/lists/filters.ts'
import { api, ApiError } from './api.ts'

/** Rows of a CSV file: the selected ones, or all of a tab, search and filters. */
export type CsvChoice =
  | { ids: readonly number[] }
  | ({ status?: number; searchTerm: string; except: ReadonlySet<number> } & ListFilters)

/** Filters loaded rows by a choice. */
export function filterChosen<Row extends { id: number }>(rows: readonly Row[], choice: CsvChoice): Row[] {
  if (!('ids' in choice)) return rows.filter(({ id }) => !choice.except.has(id))
  const ids = new Set(choice.ids)
  return rows.filter(({ id }) => ids.has(id))
}

const IDS_A_CALL = 200

/** Fetches the rows of a CSV file, newest first: by id, in chunks, or all of a tab, search and filters. */
export async function fetchChosenRows<Row extends { id: number }>(
  path: string,
  choice: CsvChoice,
): Promise<Row[]> {
  if (!('ids' in choice)) {
    const { except: _except, ...filter } = choice
    const { data } = await api.get<{ data: Row[] }>(path, { all: 1, ...filter }).catch(throwTruncated)
    return filterChosen(data, choice)
  }
  const rows: Row[] = []
  for (let from = 0; from < choice.ids.length; from += IDS_A_CALL) {
    const selectedIds = choice.ids.slice(from, from + IDS_A_CALL).join(',')
    const { data } = await api.get<{ data: Row[] }>(path, { selectedIds })
    rows.push(...data)
  }
  return rows.toSorted((one, other) => other.id - one.id)
}

/** Throws on a truncated answer: partial rows would look complete. */
function throwTruncated(failure: unknown): never {
  if (failure instanceof ApiError) throw failure
  throw new ApiError(502, 'The download was cut off. Please try again.')
}
