import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Breaks every connection, and refuses new ones until `mend`. */
  cut(): void
  /** Stops all traffic without closing connections. New connections are accepted, but get no data either. */
  silence(): void
  /**
   * Serves new connections only, as after a failover to another machine. Old connections are closed on the
   * server's side. On the caller's side they stay open, but receive no data.
   */
  mendForNew(): void
  /** Forwards all traffic again, including the traffic that was held back. */
  mend(): void
  close(): Promise<void>
}

export async function startTcpProxy(to: number | string): Promise<TcpProxy> {
  const openSockets = new Set<Socket>()
  const serverSockets = new Set<Socket>()
  const lostSockets = new Set<Socket>()
  let state: 'whole' | 'cut' | 'silent' = 'whole'

  const server = createServer({ pauseOnConnect: true }, (clientSocket) => {
    if (state === 'cut') return clientSocket.resetAndDestroy()
    const serverSocket = connect(typeof to === 'number' ? { port: to, host: '127.0.0.1' } : { path: to })
    serverSockets.add(serverSocket)
    for (const [end, peer] of [
      [clientSocket, serverSocket],
      [serverSocket, clientSocket],
    ] as const) {
      openSockets.add(end)
      end.on('data', (bytes: Buffer) => peer.write(bytes))
      end.on('error', () => {})
      end.on('close', () => {
        openSockets.delete(end)
        serverSockets.delete(end)
        if (!lostSockets.has(end)) peer.destroy()
      })
      if (state === 'silent') end.pause()
      else end.resume()
    }
    return clientSocket
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut'
      // Unix domain sockets have no `remoteAddress` and cannot be reset.
      for (const socket of openSockets) if (socket.remoteAddress) socket.resetAndDestroy()
    },
    silence() {
      state = 'silent'
      for (const socket of openSockets) socket.pause()
    },
    mendForNew() {
      state = 'whole'
      for (const socket of serverSockets) {
        if (!socket.isPaused()) continue
        lostSockets.add(socket)
        socket.destroy()
      }
    },
    mend() {
      state = 'whole'
      for (const socket of openSockets) socket.resume()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of openSockets) socket.destroy()
      }),
  }
}
