import { useEffect, useEffectEvent } from 'react'
import type { Socket } from 'socket.io-client'
import { api } from '#lib/api/api.ts'
import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { leaveToLogin, sessionToken } from '#lib/api/session.ts'
import { channels, type LiveEvent, type SessionEnded } from '@tahanan/contract/channels.ts'
import { createStore } from '../store.ts'
import { useStore } from '../use-store.ts'

/** `lost` means that rows may be missing on the page until the connection is back; then everything is fetched again. */
export type LiveState = 'connecting' | 'live' | 'lost'

type Handler = (payload: never) => void

let socket: Socket | undefined
const state = createStore<LiveState>('connecting')
let wasLive = false
const handlers = new Map<string, Set<Handler>>()

/** Opens the live connection of this area's session (rules 10.10). Call once, when the shell is on the page. */
export async function startLive(): Promise<void> {
  const token = sessionToken()
  if (socket || !token) return
  // loaded after the first paint: no page needs it to render
  const { io } = await import('socket.io-client')
  socket = io({
    transports: ['websocket'],
    auth: (answer) => answer({ token, ...(!wasLive && { since: Math.round(performance.now()) }) }),
  })
  socket.on('connect', () => {
    state.set('live')
    // missed events are not replayed: the page fetches again
    if (wasLive) void queryClient.invalidateQueries()
    wasLive = true
  })
  // between the first calls of this page and its first connection
  socket.on(channels.missed, () => void queryClient.invalidateQueries())
  socket.on('disconnect', (reason) => {
    state.set('lost')
    if (reason === 'io server disconnect') void healAfterRefusal()
  })
  socket.on('connect_error', () => {
    state.set('lost')
    if (socket && !socket.active) void healAfterRefusal()
  })
  // the reason comes before the disconnect: another login, a logout elsewhere, a deleted account
  socket.on(channels.sessionEnded, ({ data }: LiveEvent<SessionEnded>) => {
    const how = data.expired ? 'has ended' : 'was ended from elsewhere'
    leaveToLogin(`Your session ${how}. Please log in again.`)
  })
  socket.on(channels.account, () => void refetchAccount())
  socket.onAny((name: string, payload: unknown) => {
    for (const handler of handlers.get(name) ?? []) handler(payload as never)
  })
}

/** The permissions of the last `GET /api/me`. */
function rights(): string {
  const me = queryClient.getQueryData(meQuery.queryKey)
  return JSON.stringify(me?.area === 'admin' ? me.roles : null)
}

/** Fetches the account, and when its permissions changed all shown data too, since rows carry the reader's actions. */
async function refetchAccount(): Promise<void> {
  const before = rights()
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  if (rights() !== before) await queryClient.invalidateQueries()
}

/** Handles a disconnect by the server: the session has ended (then the call answers 401), or the server restarted. */
async function healAfterRefusal(): Promise<void> {
  try {
    await api.get('/me')
  } catch {
    // 401 has already led to the login page; anything else is tried again below
  }
  if (sessionToken() === null) leaveToLogin()
  setTimeout(() => socket?.connect(), 2000)
}

/** Ends the live connection, for logout. */
export function stopLive(): void {
  socket?.disconnect()
  socket = undefined
  wasLive = false
}

/** Calls `handler` for each event of a channel while the component is on the page. An undefined name listens to nothing. */
export function useChannel<Row>(name: string | undefined, handler: (row: Row) => void): void {
  const deliver = useEffectEvent((event: LiveEvent<Row>) => handler(event.data))
  useEffect(() => {
    if (name === undefined) return undefined
    const listen = (event: LiveEvent<Row>): void => deliver(event)
    const known = handlers.get(name) ?? new Set<Handler>()
    handlers.set(name, known.add(listen))
    return () => {
      known.delete(listen)
      if (known.size === 0) handlers.delete(name)
    }
  }, [name])
}

/** Sends an event that the server answers, like `soa-update`. Undefined while there is no connection. */
export async function askLive(event: string, argument: unknown): Promise<unknown> {
  return socket?.connected ? socket.timeout(5000).emitWithAck(event, argument) : undefined
}

/** The state of the connection, for the badge in the page head. */
export function useLiveState(): LiveState {
  return useStore(state)
}
