import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const BEGIN = '{"data":['
const END = ']}'

/**
 * Streams `{ data: [...] }` with any number of rows in the memory of one batch, each built by `present` and
 * serialised by the schema of the route. An error of the first batch is answered as usual; a later one aborts
 * the connection, so that no client takes a part for the whole.
 */
export async function streamRows<Row>(
  reply: FastifyReply,
  batches: AsyncGenerator<readonly Row[]>,
  present: (row: Row) => unknown,
): Promise<FastifyReply> {
  const serialize = reply.getSerializationFunction('200')
  if (!serialize) throw new Error('the route has no schema of its answer')
  const first = await batches.next()
  const pieces = async function* (): AsyncGenerator<string> {
    let begin = BEGIN
    for (let batch = first; !batch.done; batch = await batches.next()) {
      if (batch.value.length === 0) continue
      yield (
        begin + serialize({ data: batch.value.map((row) => present(row)) }).slice(BEGIN.length, -END.length)
      )
      begin = ',\n'
    }
    yield begin === BEGIN ? BEGIN + END : END
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(pieces(), { objectMode: false }))
}
