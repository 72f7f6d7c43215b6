import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { CsvQuery } from '@tahanan/contract/requests.ts'
import { buildAnyOfIds } from '../db/expressions.ts'
import { buildTermCondition, type SearchedText } from '../db/lists/build-search-condition.ts'
import { parseSelectedIds } from './list-query.ts'

const BEGIN = '{"data":['
const END = ']}'

/**
 * Streams `{ data: [...] }` with any number of rows, of which only one batch is in memory at a time.
 * `presentRow` converts each row, and the schema of the route serializes it. An error in the first batch is
 * answered as usual. A later error aborts the connection, so that the client notices that rows are missing.
 */
export async function streamRows<Row>(
  reply: FastifyReply,
  batches: AsyncGenerator<readonly Row[]>,
  presentRow: (row: Row) => unknown,
): Promise<FastifyReply> {
  const serialize = reply.getSerializationFunction('200')
  if (!serialize) throw new Error('the route has no schema of its answer')
  const firstBatch = await batches.next()
  const generatePieces = async function* (): AsyncGenerator<string> {
    let prefix = BEGIN
    for (let batch = firstBatch; !batch.done; batch = await batches.next()) {
      if (batch.value.length === 0) continue
      yield (
        prefix +
          serialize({ data: batch.value.map((row) => presentRow(row)) }).slice(BEGIN.length, -END.length)
      )
      prefix = ',\n'
    }
    yield prefix === BEGIN ? BEGIN + END : END
  }
  return reply
    .type('application/json; charset=utf-8')
    .send(Readable.from(generatePieces(), { objectMode: false }))
}

const BATCH_SIZE = 500

/**
 * Yields rows for a CSV file: the selected rows, or with `all=1` all rows that match the search term. They
 * are in the order of the query `allRowsQuery`. Finds the ids first, so that no row is missing or repeated if rows
 * change meanwhile.
 */
export async function* streamCsvRows<D, T extends keyof D, Row extends { id: number }>(
  allRowsQuery: SelectQueryBuilder<D, T, Row>,
  id: string,
  query: CsvQuery,
  searchedText: SearchedText,
): AsyncGenerator<Row[]> {
  const buildIdCondition = (ids: readonly number[]) => sql<boolean>`${sql.ref(id)} = ${buildAnyOfIds(ids)}`
  const chosenRows =
    query.all === '1'
      ? allRowsQuery.where(buildTermCondition(searchedText, query.searchTerm))
      : allRowsQuery.where(buildIdCondition(parseSelectedIds(query.selectedIds)))
  const chosenIds = await chosenRows
    .clearSelect()
    .select(sql<number>`${sql.ref(id)}`.as('id'))
    .$castTo<{ id: number }>()
    .execute()
  for (let batchStart = 0; batchStart < chosenIds.length; batchStart += BATCH_SIZE) {
    const ids = chosenIds.slice(batchStart, batchStart + BATCH_SIZE).map((row) => row.id)
    const rowsById = new Map(
      (await allRowsQuery.clearOrderBy().where(buildIdCondition(ids)).execute()).map((row) => [row.id, row]),
    )
    yield ids.flatMap((rowId) => rowsById.get(rowId) ?? [])
  }
}
