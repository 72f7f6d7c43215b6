import { io, type Socket } from 'socket.io-client'
import { until } from './until.ts'

/** A page with a live connection, which remembers its events. */
export interface Device {
  readonly socket: Socket
  readonly heard: { event: string; data: Record<string, unknown> }[]
  /** Number of connections so far. */
  connections(): number
  /** Why its connection ended, each time. */
  readonly endings: string[]
  /** Waits for an event of this name whose data fit. */
  hears<Data = Record<string, unknown>>(event: string, fits?: (data: Data) => boolean): Promise<Data>
  close(): void
}

/** Connects; resolves when the connection stands. With `again`, it comes back by itself after an interruption, as a page does. */
export async function openDevice(
  url: string,
  token?: string,
  { again = false, onConnect }: { again?: boolean; onConnect?: (socket: Socket) => void } = {},
): Promise<Device> {
  const socket = io(url, {
    transports: ['websocket'],
    auth: token === undefined ? {} : { token },
    forceNew: true,
    reconnection: again,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
  })
  const heard: Device['heard'] = []
  const endings: string[] = []
  let connections = 0
  socket.onAny((event: string, told?: { data: Record<string, unknown> }) =>
    heard.push({ event, data: told?.data ?? {} }),
  )
  socket.on('disconnect', (reason) => {
    endings.push(reason)
    // The server closed it on purpose; a page asks who it is and comes back.
    if (again && reason === 'io server disconnect') setTimeout(() => socket.connect(), 200)
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => {
      connections += 1
      onConnect?.(socket)
      resolve()
    })
    socket.once('connect_error', (error) => {
      if (!again) socket.close()
      reject(error)
    })
  })
  return {
    socket,
    heard,
    connections: () => connections,
    endings,
    hears: <Data>(event: string, fits: (data: Data) => boolean = () => true) =>
      until(`the event ${event}`, () => {
        const found = heard.find((one) => one.event === event && fits(one.data as Data))
        return found && (found.data as Data)
      }),
    close: () => socket.close(),
  }
}
