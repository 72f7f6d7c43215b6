import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GatewayError } from '../payment-gateway.ts'

type ServerFault =
  | 'silentAfterWork'
  | 'silent'
  /** Sends the start of an answer, then single bytes forever. */
  | 'dripping'
  | 'redirect'
  | 'huge'
  | 'page'
  | 'error'
  | 'cut'

export interface MisbehavingServer {
  readonly url: string
  readonly calls: string[]
  planFaults(path: string, ...faults: ServerFault[]): void
  close(): Promise<void>
}

type Handler = (request: Request) => Promise<Response>

export async function startMisbehavingServer(handle: Handler): Promise<MisbehavingServer> {
  const plannedFaults: { path: string; fault: ServerFault }[] = []
  const calls: string[] = []
  const timers = new Set<NodeJS.Timeout>()

  const handleNodeRequest: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      calls.push(`${request.method} ${request.url}`)
      const faultIndex = plannedFaults.findIndex(({ path }) => request.url?.includes(path))
      const plannedFault = faultIndex < 0 ? undefined : plannedFaults.splice(faultIndex, 1)[0]?.fault
      const headers = new Headers(request.headers as Record<string, string>)
      const body = request.method === 'POST' ? Buffer.concat(chunks) : null
      const createNormalResponse = () =>
        handle(
          new Request(`http://gateway${request.url}`, { method: request.method ?? 'GET', headers, body }),
        )
      void sendFaultyAnswer(response, plannedFault, createNormalResponse)
    })
  }

  async function sendFaultyAnswer(
    response: ServerResponse,
    fault: ServerFault | undefined,
    createNormalResponse: () => ReturnType<Handler>,
  ): Promise<void> {
    switch (fault) {
      case 'silent':
        return
      case 'silentAfterWork':
        await createNormalResponse()
        return
      case 'dripping': {
        response.writeHead(200, { 'content-type': 'application/json' })
        const timer = setInterval(() => response.write(' '), 20)
        timers.add(timer)
        response.on('close', () => clearInterval(timer))
        return
      }
      case 'redirect':
        response.writeHead(302, { location: 'http://127.0.0.1:1/elsewhere' }).end()
        return
      case 'huge':
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ Status: 'S', status: 'SUCCESS', padding: 'x'.repeat(3_000_000) }))
        return
      case 'page':
        response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Maintenance</html>')
        return
      case 'error':
        response.writeHead(503).end('Service unavailable')
        return
      case 'cut':
        response.socket?.destroy()
        return
      default: {
        const normalResponse = await createNormalResponse()
        response
          .writeHead(normalResponse.status, Object.fromEntries(normalResponse.headers))
          .end(await normalResponse.text())
      }
    }
  }

  const server = createServer(handleNodeRequest)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    planFaults: (path, ...faults) => void plannedFaults.push(...faults.map((fault) => ({ path, fault }))),
    close: async () => {
      for (const timer of timers) clearInterval(timer)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function catchGatewayError(gatewayCall: Promise<unknown>): Promise<GatewayError> {
  const error = await gatewayCall.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof GatewayError)) throw new Error(`expected a GatewayError, got ${String(error)}`)
  return error
}
