import { api, ApiError } from './api.ts'

/** Rows for a CSV file: the chosen ones, or every one of a tab and search. */
export type CsvChoice =
  | { ids: readonly number[] }
  | { status?: number; searchTerm: string; except: ReadonlySet<number> }

/** Returns the chosen ones of rows that are here. */
export function chosenAmong<Row extends { id: number }>(rows: readonly Row[], choice: CsvChoice): Row[] {
  if (!('ids' in choice)) return rows.filter(({ id }) => !choice.except.has(id))
  const ids = new Set(choice.ids)
  return rows.filter(({ id }) => ids.has(id))
}

const IDS_A_CALL = 200

/**
 * Fetches the rows of a CSV file, newest first, from a call such as `/ticketIds`: by their ids, in parts, so that no address is
 * too long, or all of a tab and search.
 */
export async function chosenRows<Row extends { id: number }>(
  path: string,
  choice: CsvChoice,
): Promise<Row[]> {
  if (!('ids' in choice)) {
    const { status, searchTerm } = choice
    const { data } = await api.get<{ data: Row[] }>(path, { all: 1, status, searchTerm }).catch(cutOff)
    return chosenAmong(data, choice)
  }
  const rows: Row[] = []
  for (let from = 0; from < choice.ids.length; from += IDS_A_CALL) {
    const selectedIds = choice.ids.slice(from, from + IDS_A_CALL).join(',')
    const { data } = await api.get<{ data: Row[] }>(path, { selectedIds })
    rows.push(...data)
  }
  return rows.toSorted((one, other) => other.id - one.id)
}

/** Throws on a truncated answer: half of the rows would look like all of them. */
function cutOff(failure: unknown): never {
  if (failure instanceof ApiError) throw failure
  throw new ApiError(502, 'The download was cut off. Please try again.')
}
