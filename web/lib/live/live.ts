import { useEffect, useEffectEvent } from 'react'
import type { Socket } from 'socket.io-client'
import { api } from '#lib/api/api.ts'
import { meQuery } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { goToLogin, getSessionToken } from '#lib/api/session.ts'
import {
  liveChannels,
  isRowChangeEvent,
  type LiveEvent,
  type SessionEndedEvent,
} from '@tahanan/contract/live-channels.ts'
import { createStore } from '../store.ts'
import { useStore } from '../use-store.ts'
import { markUnmountedAsStale, refetchEverything, reloadAfterFirstLoad } from './outdated-rows.ts'

/**
 * State of the connection. `lost`: live events may be missing until the connection is back and everything was
 * refetched.
 */
type LiveState = 'connecting' | 'live' | 'lost'

type EventHandler = (payload: never) => void

let socket: Socket | undefined
const liveState = createStore<LiveState>('connecting')
let wasConnected = false
const handlers = new Map<string, Set<EventHandler>>()

/** Opens the connection for live events (rules 10.10). Must be called once, when the shell is mounted. */
export async function connectLiveEvents(): Promise<void> {
  const token = getSessionToken()
  if (socket || !token) return
  // Imported dynamically, because no page needs it for its first paint.
  const { io } = await import('socket.io-client')
  socket = io({
    transports: ['websocket'],
    auth: (sendAuth) => sendAuth({ token, ...(!wasConnected && { since: Math.round(performance.now()) }) }),
  })
  socket.on('connect', () => {
    liveState.set('live')
    // The server does not repeat events that were sent while the connection was lost, so everything is
    // refetched.
    if (wasConnected) refetchEverything()
    wasConnected = true
  })
  // The server sends this event if it published changes after the page's first requests but before this
  // connection.
  socket.on(liveChannels.missed, refetchEverything)
  socket.on('disconnect', (reason) => {
    liveState.set('lost')
    if (reason === 'io server disconnect') void recoverAfterDisconnect()
  })
  socket.on('connect_error', () => {
    liveState.set('lost')
    if (socket && !socket.active) void recoverAfterDisconnect()
  })
  // The server sends the reason before it disconnects: another login, a logout elsewhere, a deleted account.
  socket.on(liveChannels.sessionEnded, ({ data }: LiveEvent<SessionEndedEvent>) => {
    // The token is gone because another tab of this browser logged out, so no message is shown.
    if (getSessionToken() === null) return goToLogin()
    const endingText = data.expired ? 'has ended' : 'was ended from elsewhere'
    goToLogin(`Your session ${endingText}. Please log in again.`, { isEnded: data.expired === true })
  })
  socket.on(liveChannels.account, () => void refetchAccount())
  socket.onAny((name: string, payload: unknown) => {
    for (const handler of handlers.get(name) ?? []) handler(payload as never)
    if (isRowChangeEvent(name)) markUnmountedAsStale()
  })
}

function formatPermissions(): string {
  const me = queryClient.getQueryData(meQuery.queryKey)
  return JSON.stringify(me?.area === 'admin' ? me.roles : null)
}

/**
 * Refetches the account. If its permissions changed, refetches all queries, because rows contain what the
 * user may do with them.
 */
async function refetchAccount(): Promise<void> {
  const previousPermissions = formatPermissions()
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  if (formatPermissions() === previousPermissions) return
  reloadAfterFirstLoad()
  await queryClient.invalidateQueries()
}

/**
 * Called after the server closed the connection: the session may have ended (401), or the server was
 * restarted.
 */
async function recoverAfterDisconnect(): Promise<void> {
  try {
    await api.get('/me')
  } catch {
    // After a 401, the request itself has opened the login. After other errors, the connection is tried again
    // below.
  }
  if (getSessionToken() === null) goToLogin()
  setTimeout(() => socket?.connect(), 2000)
}

export function disconnectLive(): void {
  socket?.disconnect()
  socket = undefined
  wasConnected = false
}

export function useLiveEvent<Row>(name: string | undefined, handler: (row: Row) => void): void {
  useLiveEvents(name === undefined ? [] : [name], handler)
}

export function useLiveEvents<Row>(names: readonly string[], handler: (row: Row) => void): void {
  const deliver = useEffectEvent((event: LiveEvent<Row>) => handler(event.data))
  const joinedNames = names.join(' ')
  useEffect(() => {
    const handleEvent = (event: LiveEvent<Row>): void => deliver(event)
    const channelNames = joinedNames.split(' ').filter(Boolean)
    for (const name of channelNames)
      handlers.set(name, (handlers.get(name) ?? new Set<EventHandler>()).add(handleEvent))
    return () => {
      for (const name of channelNames) {
        handlers.get(name)?.delete(handleEvent)
        if (handlers.get(name)?.size === 0) handlers.delete(name)
      }
    }
  }, [joinedNames])
}

/**
 * Sends an event to the server and returns the server's acknowledgement. Returns undefined if there is no
 * connection.
 */
export async function emitLiveEvent(event: string, argument: unknown): Promise<unknown> {
  return socket?.connected ? socket.timeout(5000).emitWithAck(event, argument) : undefined
}

export function useLiveState(): LiveState {
  return useStore(liveState)
}
