import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy whose connections can be cut, or go silent as when a machine is lost. */
export interface TcpProxy {
  readonly port: number
  /** Resets every connection, and refuses new ones until `mend`. */
  cut(): void
  /** Holds back all traffic; new connections are accepted and silent too. */
  silence(): void
  /**
   * Passes new connections, as after a failover. Silent connections are closed for the server and stay silent
   * for the caller.
   */
  mendForNew(): void
  /** Passes all traffic again, including the traffic that was held back. */
  mend(): void
  close(): Promise<void>
}

/** Starts a proxy in front of a port of this machine, or of a socket in the file system. */
export async function startTcpProxy(to: number | string): Promise<TcpProxy> {
  const ends = new Set<Socket>()
  const serverEnds = new Set<Socket>()
  const lost = new Set<Socket>()
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
        if (!lost.has(end)) other.destroy()
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
      // Sockets in the file system are left out because they cannot be reset.
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
        lost.add(end)
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
