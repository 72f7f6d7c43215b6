import type { Duplex } from 'node:stream'
import type { PoolClient } from 'pg'

/**
 * What is sent to PostgreSQL over this connection until the event loop goes on leaves in one write: the driver makes one for
 * each statement, and a write costs more than making the statement. The socket is the driver's own and not in its types;
 * without it only the saving is lost.
 */
export function inOneWrite(client: PoolClient): void {
  const { stream } = (client as unknown as { connection?: { stream?: Duplex } }).connection ?? {}
  if (!stream) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
