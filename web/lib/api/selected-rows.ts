import type { ListFilters } from '@tahanan/contract/lists/filters.ts'
import type { Sort } from '@tahanan/contract/sorting.ts'
import { api, ApiError, type QueryParams } from './api.ts'

export type CsvChoice =
  | { ids: readonly number[]; sort?: Sort }
  | ({ status?: number; searchTerm: string; sort?: Sort; except: ReadonlySet<number> } & ListFilters)

export function filterSelectedRows<Row extends { id: number }>(
  rows: readonly Row[],
  choice: CsvChoice,
): Row[] {
  if (!('ids' in choice)) return rows.filter(({ id }) => !choice.except.has(id))
  const ids = new Set(choice.ids)
  return rows.filter(({ id }) => ids.has(id))
}

/** Maximum ids in one request, because the server rejects longer URLs. */
const MAX_IDS_PER_CALL = 1000

type OnRows = (count: number) => void

/**
 * Fetches the selected rows in the order of the list. More than 1000 ids are fetched in several requests, and
 * only the rows within one request are sorted.
 */
export async function fetchSelectedRows<Row extends { id: number }>(
  path: string,
  choice: CsvChoice,
  onRows: OnRows = () => undefined,
): Promise<Row[]> {
  if (!('ids' in choice)) {
    const { except, ...query } = choice
    return filterSelectedRows(await fetchRows<Row>(path, { all: 1, ...query }, onRows), { ...query, except })
  }
  const { ids, sort } = choice
  const collectedRows: Row[] = []
  for (let batchStart = 0; batchStart < ids.length; batchStart += MAX_IDS_PER_CALL) {
    const selectedIds = ids.slice(batchStart, batchStart + MAX_IDS_PER_CALL).join(',')
    collectedRows.push(
      ...(await fetchRows<Row>(path, { selectedIds, sort }, (count) => onRows(collectedRows.length + count))),
    )
  }
  return collectedRows
}

const JSON_START = '{"data":['
const JSON_END = ']}'

/**
 * Fetches a long list and reports the number of rows while they arrive. The server sends some rows at a time
 * as one line, and the JSON contains no other line breaks. Throws if the response was cut off, because the
 * list would look complete.
 */
async function fetchRows<Row>(path: string, query: QueryParams, onRows: OnRows): Promise<Row[]> {
  const collectedRows: Row[] = []
  let text = ''
  const parseLine = (line: string): void => {
    collectedRows.push(...(JSON.parse(`[${line.replace(JSON_START, '').replace(/,$/, '')}]`) as Row[]))
    onRows(collectedRows.length)
  }
  try {
    const stream = await api.stream(path, query)
    const reader = stream?.pipeThrough(new TextDecoderStream()).getReader()
    for (
      let textPiece = await reader?.read();
      textPiece && !textPiece.done;
      textPiece = await reader?.read()
    ) {
      const lines = (text + textPiece.value).split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) parseLine(line)
    }
    if (!text.endsWith(JSON_END)) throw new SyntaxError('the answer was cut off')
    parseLine(text.slice(0, -JSON_END.length))
  } catch (failure) {
    if (failure instanceof ApiError) throw failure
    throw new ApiError(502, 'The download was cut off. Please try again.')
  }
  return collectedRows
}
