import type { Duplex } from 'node:stream'
import type { PoolClient } from 'pg'

/**
 * Sends the statements of one turn of the event loop in one write: the driver makes one for each, and a write costs more than
 * making the statement. The socket is the driver's own and not in its types; without it only the saving is lost.
 */
export function inOneWrite(client: PoolClient): void {
  const { stream } = (client as unknown as { connection?: { stream?: Duplex } }).connection ?? {}
  if (!stream) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
