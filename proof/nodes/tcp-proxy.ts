import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Resets every connection, and refuses new ones until `mend`. */
  cut(): void
  /** Stops all traffic without closing connections. New connections are accepted, but silent too. */
  silence(): void
  /**
   * Serves new connections, as after a failover. Closes silent connections towards the server, but leaves
   * them open and silent for the caller.
   */
  mendForNew(): void
  /** Forwards all traffic again, including the traffic that was held back. */
  mend(): void
  close(): Promise<void>
}

export async function startTcpProxy(to: number | string): Promise<TcpProxy> {
  const ends = new Set<Socket>()
  const serverEnds = new Set<Socket>()
  const lostSockets = new Set<Socket>()
  let state: 'whole' | 'cut' | 'silent' = 'whole'

  const server = createServer({ pauseOnConnect: true }, (near) => {
    if (state === 'cut') return near.resetAndDestroy()
    const far = connect(typeof to === 'number' ? { port: to, host: '127.0.0.1' } : { path: to })
    serverEnds.add(far)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('data', (bytes: Buffer) => other.write(bytes))
      end.on('error', () => {})
      end.on('close', () => {
        ends.delete(end)
        serverEnds.delete(end)
        if (!lostSockets.has(end)) other.destroy()
      })
      if (state === 'silent') end.pause()
      else end.resume()
    }
    return near
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut'
      // Unix domain sockets cannot be reset.
      for (const end of ends) if (end.remoteAddress) end.resetAndDestroy()
    },
    silence() {
      state = 'silent'
      for (const end of ends) end.pause()
    },
    mendForNew() {
      state = 'whole'
      for (const end of serverEnds) {
        if (!end.isPaused()) continue
        lostSockets.add(end)
        end.destroy()
      }
    },
    mend() {
      state = 'whole'
      for (const end of ends) end.resume()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const end of ends) end.destroy()
      }),
  }
}
