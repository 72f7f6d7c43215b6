import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeRoles } from '@tahanan/contract/permissions.ts'
import { openDatabase } from '../server/db/client.ts'
import { createSession } from '../server/sessions/sessions.ts'
import type { BenchCluster } from './databases.ts'
import type { ClientMessage, FromClients } from './live-clients.ts'
import { residentMegabytes, startPortalProcess, stopChild } from './processes.ts'
import { quantile } from './statistics.ts'

export interface LiveFigures {
  sockets: number
  /** Milliseconds from sending the update to its arrival at the resident's and at an administrator's page. */
  p50: number
  p99: number
  worst: number
  /** Events that had not arrived a second after the last update. */
  lost: number
  /** Of the server, with all sockets open and the updates done. */
  megabytes: number
}

/** An office's worth of administrators; the other sockets are residents'. */
const ADMINISTRATORS = 20
const CLIENT_PROCESSES = 2
/** Ten a second: far more than an office works off. */
const BETWEEN_UPDATES_MS = 100

/**
 * Opens so many live connections from processes of their own, lets an administrator change tickets, and takes the time
 * until the changed row is at the ticket's resident and at another administrator.
 */
export async function measureLive(
  cluster: BenchCluster,
  options: { sockets: number; updates: number },
  say: (what: string) => void,
): Promise<LiveFigures> {
  const residents = options.sockets - ADMINISTRATORS
  const database = await cluster.open({
    tickets: 2 * options.sockets,
    tenants: residents,
    residents: 1,
    admins: 1,
  })
  const { tokens, updates, adminToken } = await prepareLive(database.url, residents, options.updates)
  const server = await startPortalProcess(database.url, cluster.folder)
  const clients = Array.from({ length: CLIENT_PROCESSES }, () =>
    fork(new URL('live-clients.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
  )
  const arrivals = new Map<string, number>()
  for (const client of clients)
    client.on(
      'message',
      (message: FromClients) =>
        'arrived' in message &&
        message.arrived.forEach(([key, at]) =>
          arrivals.set(key, Math.min(at, arrivals.get(key) ?? Infinity)),
        ),
    )
  try {
    say(`opening ${options.sockets} live connections`)
    await Promise.all(
      clients.map((client, nth) =>
        openSockets(client, {
          port: server.port,
          tokens: tokens.filter((_, index) => index % CLIENT_PROCESSES === nth),
        }),
      ),
    )
    say(`${options.updates} updates`)
    const sent = new Map<number, number>()
    for (const { id, status } of updates) {
      sent.set(id, performance.timeOrigin + performance.now())
      const answer = await fetch(`http://127.0.0.1:${server.port}/api/ticket/${id}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ status }),
      })
      if (!answer.ok) throw new Error(`update: ${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
      await sleep(BETWEEN_UPDATES_MS)
    }
    await sleep(1000)
    const waits = [...sent].flatMap(([id, at]) =>
      ['client', 'admin'].map((side) => (arrivals.get(`${side} ${id}`) ?? Number.NaN) - at),
    )
    const arrived = waits.filter((wait) => !Number.isNaN(wait))
    return {
      sockets: options.sockets,
      p50: quantile(arrived, 0.5),
      p99: quantile(arrived, 0.99),
      worst: Math.max(...arrived),
      lost: waits.length - arrived.length,
      megabytes: residentMegabytes(server.pid),
    }
  } finally {
    await Promise.all(clients.map(stopChild))
    await server.stop()
  }
}

/** Sessions for every socket, and gate passes to approve, each of another resident. */
async function prepareLive(url: string, residents: number, updates: number) {
  const { db, close } = openDatabase({ connectionString: url, poolSize: 8 })
  try {
    const known = await db.selectFrom('admins').select(['id']).where('email', 'like', 'live-%').execute()
    const admins = [...known]
    for (let nth = known.length; nth < ADMINISTRATORS; nth++) {
      const values = {
        name: `Live ${nth}`,
        email: `live-${nth}@demo.test`,
        password_hash: '',
        roles: JSON.stringify(makeRoles('all')),
      }
      admins.push(await db.insertInto('admins').values(values).returning('id').executeTakeFirstOrThrow())
    }
    const tenants = await db.selectFrom('tenants').select('id').orderBy('id').limit(residents).execute()
    // One commit for all: thousands, each waiting for the disk, would take longer than what is measured.
    const open = (area: 'client' | 'admin', ids: readonly { id: number }[]) =>
      db.transaction().execute(async (tx) => {
        const tokens: string[] = []
        for (const { id } of ids) tokens.push((await createSession(tx, area, id)).token)
        return tokens
      })
    const tickets = await db
      .selectFrom('tickets')
      .select(['id', 'tenant_id', 'status'])
      .distinctOn('tenant_id')
      .where('module', '=', 'gatePass')
      .where('status', '>', 1)
      .orderBy('tenant_id')
      .limit(updates)
      .execute()
    return {
      tokens: [...(await open('client', tenants)), ...(await open('admin', admins))],
      adminToken: (await open('admin', admins.slice(0, 1)))[0] ?? '',
      // Another status than it has, so that there is something to tell.
      updates: tickets.map(({ id, status }) => ({ id, status: status === 3 ? 4 : 3 })),
    }
  } finally {
    await close()
  }
}

function openSockets(client: ChildProcess, message: ClientMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('message', (answer: FromClients) => {
      if ('open' in answer) resolve()
      if ('failed' in answer) reject(new Error(answer.failed))
    })
    client.once('exit', () => reject(new Error('A process of live clients ended.')))
    client.send(message)
  })
}
