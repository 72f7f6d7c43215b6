import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const BEGIN = '{"data":['
const END = ']}'

/**
 * Answers `{ data: [...] }` with rows of any number, each as `present` shows it, sent while they are read, so that a million take
 * no more memory than one batch. Each batch passes the schema of the route's answer. A failure of the first one is an answer like
 * any other; a later one ends the connection, so that nobody takes a part for the whole.
 */
export async function streamRows<Row>(
  reply: FastifyReply,
  batches: AsyncGenerator<readonly Row[]>,
  present: (row: Row) => unknown,
): Promise<FastifyReply> {
  const serialize = reply.getSerializationFunction('200')
  if (!serialize) throw new Error('the route says nothing of its answer')
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
