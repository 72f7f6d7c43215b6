import { connect, type Socket } from 'node:net'

/** A request as its bytes, made before the clock runs. */
export function rawRequest(method: string, path: string, token: string, body?: unknown): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    'accept: application/json',
  ]
  if (json) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(json)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${json}`)
}

export interface LoadResult {
  requests: number
  seconds: number
  /** Milliseconds, one a request, in no order. */
  latencies: number[]
}

/**
 * Sends requests over so many connections that stay open, each its next as soon as the last is answered, for so long.
 * A plain client of our own, because a full one takes as much of a two-core machine as the server that it measures.
 * Rejects at an answer other than 2xx.
 */
export async function load(
  port: number,
  requests: readonly Buffer[],
  options: { connections: number; milliseconds: number },
): Promise<LoadResult> {
  const latencies: number[] = []
  const start = performance.now()
  const end = start + options.milliseconds
  let next = Math.floor(Math.random() * requests.length)
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      oneConnection(
        port,
        () => (performance.now() < end ? requests[next++ % requests.length] : undefined),
        (ms) => latencies.push(ms),
      ),
    ),
  )
  return { requests: latencies.length, seconds: (performance.now() - start) / 1000, latencies }
}

/** Answers one after the other on one connection until `nextRequest` has no more. */
function oneConnection(
  port: number,
  nextRequest: () => Buffer | undefined,
  done: (ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let sent = 0
    let missing = 0
    const send = (): void => {
      const request = nextRequest()
      if (!request) {
        socket.end()
        resolve()
        return
      }
      sent = performance.now()
      missing = -1
      socket.write(request)
    }
    socket.on('connect', send).on('error', reject)
    socket.on('close', () => missing !== 0 && reject(new Error('The server closed a connection.')))
    socket.on('data', (chunk) => {
      if (missing === -1) {
        // Heads of our servers come in one piece with the beginning of the body.
        const headEnd = chunk.indexOf('\r\n\r\n')
        const head = chunk.toString('latin1', 0, headEnd)
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        if (headEnd < 0 || !head.startsWith('HTTP/1.1 2') || length === undefined) {
          socket.destroy()
          reject(new Error(`Unexpected answer: ${chunk.toString('utf8', 0, 400)}`))
          return
        }
        missing = Number(length) - (chunk.length - headEnd - 4)
      } else missing -= chunk.length
      if (missing > 0) return
      done(performance.now() - sent)
      send()
    })
  })
}
