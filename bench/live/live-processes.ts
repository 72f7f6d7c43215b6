import { fork, type ChildProcess } from 'node:child_process'
import { stopChild } from '../processes.ts'
import type { LiveClientJob, LiveClientMessage } from './live-clients.ts'

const CLIENT_PROCESSES = 2

export interface LiveConnections {
  /**
   * Time of the first event of each ticket and message, in ms since 1970. The keys contain receiver and id:
   * `client 17`, `admin 17`, `client message 17`.
   */
  readonly arrivals: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function openLiveConnections(port: number, tokens: readonly string[]): Promise<LiveConnections> {
  const arrivals = new Map<string, number>()
  const clients = Array.from({ length: CLIENT_PROCESSES }, () =>
    fork(new URL('live-clients.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  const stopClients = async (): Promise<void> => void (await Promise.all(clients.map(stopChild)))
  for (const client of clients)
    client.on(
      'message',
      (message: LiveClientMessage) =>
        'arrived' in message &&
        message.arrived.forEach(([key, arrivalTime]) =>
          arrivals.set(key, Math.min(arrivalTime, arrivals.get(key) ?? Infinity)),
        ),
    )
  try {
    await Promise.all(
      clients.map((client, clientIndex) =>
        openSockets(client, {
          port,
          tokens: tokens.filter((_, index) => index % CLIENT_PROCESSES === clientIndex),
        }),
      ),
    )
  } catch (error) {
    await stopClients()
    throw error
  }
  return { arrivals, close: stopClients }
}

function openSockets(client: ChildProcess, message: LiveClientJob): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('message', (clientMessage: LiveClientMessage) => {
      if ('open' in clientMessage) resolve()
      if ('failed' in clientMessage) reject(new Error(clientMessage.failed))
    })
    client.once('exit', () => reject(new Error('A process of live clients ended.')))
    client.send(message)
  })
}
