import { io, type Socket } from 'socket.io-client'
import { waitUntil } from './until.ts'

export interface Device {
  readonly socket: Socket
  readonly received: { event: string; data: Record<string, unknown> }[]
  connections(): number
  readonly disconnectReasons: string[]
  waitFor<Data = Record<string, unknown>>(event: string, isMatch?: (data: Data) => boolean): Promise<Data>
  close(): void
}

/**
 * Opens a live connection to a node and resolves when it is open. With `again` it reconnects after a loss, as
 * a page does.
 */
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
  const receivedEvents: Device['received'] = []
  const endings: string[] = []
  let connections = 0
  socket.onAny((event: string, payload?: { data: Record<string, unknown> }) =>
    receivedEvents.push({ event, data: payload?.data ?? {} }),
  )
  socket.on('disconnect', (reason) => {
    endings.push(reason)
    // Socket.IO does not reconnect by itself if the server closed the connection.
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
    received: receivedEvents,
    connections: () => connections,
    disconnectReasons: endings,
    waitFor: <Data>(event: string, isMatch: (data: Data) => boolean = () => true) =>
      waitUntil(`the event ${event}`, () => {
        const matchingEvent = receivedEvents.find(
          (receivedEvent) => receivedEvent.event === event && isMatch(receivedEvent.data as Data),
        )
        return matchingEvent && (matchingEvent.data as Data)
      }),
    close: () => socket.close(),
  }
}
