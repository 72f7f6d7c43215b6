import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface PacedCall {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly token: string
  readonly body?: unknown
  /** Called with the time of sending, in milliseconds since 1970. */
  readonly onSent?: (sentAt: number) => void
}

/**
 * Sends calls at scheduled times, without waiting for earlier responses. Measures latencies in milliseconds
 * from the scheduled time, so that waiting behind a slow call counts too. Counts responses with 503 as
 * refused. Rejects on any other status that is not 2xx.
 */
export async function runPacedLoad(
  port: number,
  options: { callsPerSecond: number; milliseconds: number; next: () => PacedCall },
): Promise<{ times: Map<string, number[]>; refusedCount: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const timesByCall = new Map<string, number[]>()
  const pendingCalls: Promise<void>[] = []
  const failures: unknown[] = []
  let refusedCount = 0
  const start = performance.now()
  // The gaps between calls have an exponential distribution.
  for (
    let dueMs = 0;
    dueMs < options.milliseconds && failures.length === 0;
    dueMs += (-Math.log(1 - Math.random()) * 1000) / options.callsPerSecond
  ) {
    const waitMs = start + dueMs - performance.now()
    if (waitMs > 1) await sleep(waitMs)
    const call = options.next()
    pendingCalls.push(
      sendCall(agent, port, call).then(
        (status) => {
          if (status === 503) {
            refusedCount++
            return
          }
          const callTimes = timesByCall.get(call.name) ?? []
          timesByCall.set(call.name, callTimes)
          callTimes.push(performance.now() - (start + dueMs))
        },
        (error: unknown) => void failures.push(error),
      ),
    )
  }
  await Promise.all(pendingCalls)
  agent.destroy()
  if (failures.length > 0) throw failures[0]
  return { times: timesByCall, refusedCount }
}

function sendCall(agent: Agent, port: number, call: PacedCall): Promise<number> {
  return new Promise((resolve, reject) => {
    const json = call.body === undefined ? '' : JSON.stringify(call.body)
    const headers = {
      authorization: `Bearer ${call.token}`,
      ...(json && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
    }
    const options = { host: '127.0.0.1', port, agent, method: call.method, path: call.path, headers }
    const clientRequest = request(options, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += text.length < 400 ? String(chunk) : ''))
      response.on('error', reject)
      response.on('end', () => {
        const status = response.statusCode ?? 0
        if ((status >= 200 && status < 300) || status === 503) resolve(status)
        else reject(new Error(`${call.method} ${call.path}: ${status} ${text}`))
      })
    })
    clientRequest.on('error', reject)
    call.onSent?.(performance.timeOrigin + performance.now())
    clientRequest.end(json)
  })
}
