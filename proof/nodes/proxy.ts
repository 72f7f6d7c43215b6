import { createServer, request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'

/**
 * Proxy in front of the nodes. Distributes calls and live connections in turn (round-robin). Skips nodes that
 * refuse connections.
 */
export interface Proxy {
  readonly url: string
  readonly nodes: number[]
  readonly requestCounts: Map<number, number>
  destroyTunnels(): void
  close(): Promise<void>
}

export async function startProxy(ports: readonly number[] = []): Promise<Proxy> {
  const nodePorts = [...ports]
  const requestCounts = new Map<number, number>()
  const sockets = new Set<Socket>()
  const tunnels = new Set<Socket>()
  let nextNodeIndex = 0

  async function connectToNextNode(): Promise<Socket | undefined> {
    const firstNodeIndex = nextNodeIndex++
    for (let n = 0; n < nodePorts.length; n++) {
      const port = nodePorts[(firstNodeIndex + n) % nodePorts.length]
      if (port === undefined) return undefined
      const socket = await tryConnect(port)
      if (!socket) continue
      requestCounts.set(port, (requestCounts.get(port) ?? 0) + 1)
      return socket
    }
    return undefined
  }

  const server = createServer((call, response) => {
    void connectToNextNode().then((socket) => {
      if (!socket) return response.writeHead(502).end()
      const forwardedRequest = request({
        createConnection: () => socket,
        method: call.method,
        path: call.url,
        headers: { ...getForwardedHeaders(call), connection: 'close' },
      })
      forwardedRequest.on('response', (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(response)
        reply.on('error', () => response.destroy())
      })
      forwardedRequest.on('error', () =>
        response.headersSent ? response.destroy() : response.writeHead(502).end(),
      )
      response.on('close', () => forwardedRequest.destroy())
      return call.pipe(forwardedRequest)
    })
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (call: IncomingMessage, client: Socket, head: Buffer) => {
    void connectToNextNode().then((socket) => {
      if (!socket) return client.destroy()
      tunnels.add(client)
      client.on('close', () => {
        tunnels.delete(client)
        socket.destroy()
      })
      socket.on('close', () => client.destroy())
      const lines = Object.entries(getForwardedHeaders(call)).map(
        ([name, value]) => `${name}: ${String(value)}`,
      )
      socket.write(`${call.method} ${call.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      socket.write(head)
      socket.pipe(client)
      return client.pipe(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nodes: nodePorts,
    requestCounts,
    destroyTunnels() {
      for (const tunnel of tunnels) tunnel.destroy()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function getForwardedHeaders({ headers, socket }: IncomingMessage): NodeJS.Dict<string | string[]> {
  const forwardedFor = headers['x-forwarded-for']
  return { ...headers, 'x-forwarded-for': [forwardedFor, socket.remoteAddress].filter(Boolean).join(', ') }
}

function tryConnect(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.on('error', () => resolve(undefined))
  })
}
