import { connect, type Socket } from 'node:net'

/** Returns a complete request as bytes, so that building it is not part of the measured time. */
export function formatRequest(method: string, path: string, token: string, body?: unknown): Buffer {
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
  /** Milliseconds of each request, unordered. */
  latencies: number[]
}

/**
 * Sends requests over several connections: each connection sends its next request as soon as it has the
 * response. Uses a minimal HTTP client, because a full one would use as much CPU time as the measured server.
 * Rejects if a response is not 2xx.
 */
export async function runLoad(
  port: number,
  requests: readonly Buffer[],
  options: { connections: number; milliseconds: number },
): Promise<LoadResult> {
  const latencies: number[] = []
  const start = performance.now()
  const endTime = start + options.milliseconds
  let nextRequestIndex = Math.floor(Math.random() * requests.length)
  await Promise.all(
    Array.from({ length: options.connections }, () =>
      sendOverConnection(
        port,
        () => (performance.now() < endTime ? requests[nextRequestIndex++ % requests.length] : undefined),
        (ms) => latencies.push(ms),
      ),
    ),
  )
  return { requests: latencies.length, seconds: (performance.now() - start) / 1000, latencies }
}

function sendOverConnection(
  port: number,
  nextRequest: () => Buffer | undefined,
  onResponse: (ms: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    let sentAt = 0
    let missingBytes = 0
    const sendNextRequest = (): void => {
      const request = nextRequest()
      if (!request) {
        socket.end()
        resolve()
        return
      }
      sentAt = performance.now()
      missingBytes = -1
      socket.write(request)
    }
    socket.on('connect', sendNextRequest).on('error', reject)
    socket.on('close', () => missingBytes !== 0 && reject(new Error('The server closed a connection.')))
    socket.on('data', (chunk) => {
      if (missingBytes === -1) {
        // Searches the response head only in the first chunk, because both servers send the complete head in
        // it.
        const headEnd = chunk.indexOf('\r\n\r\n')
        const responseHead = chunk.toString('latin1', 0, headEnd)
        const contentLength = /content-length: (\d+)/i.exec(responseHead)?.[1]
        if (headEnd < 0 || !responseHead.startsWith('HTTP/1.1 2') || contentLength === undefined) {
          socket.destroy()
          reject(new Error(`Unexpected answer: ${chunk.toString('utf8', 0, 400)}`))
          return
        }
        missingBytes = Number(contentLength) - (chunk.length - headEnd - 4)
      } else missingBytes -= chunk.length
      if (missingBytes > 0) return
      onResponse(performance.now() - sentAt)
      sendNextRequest()
    })
  })
}
