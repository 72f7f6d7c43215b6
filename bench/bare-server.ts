/**
 * The cost of the database alone: `node:http` and `pg` send the statements that the portal sends for the same call, session
 * included, and write the rows as JSON. No checks, no permissions, no presentation, no log. The statements are recorded
 * from the portal itself when this starts, so that the comparison stays true while the portal changes.
 */
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { gatherAfter } from '../server/platform/realtime/relay.ts'
import { searchPatterns } from '../server/platform/db/search-text.ts'
import { tokenHash } from '../server/features/sessions/sessions.ts'
import type { RecordedStatement } from './recorder.ts'
import { recordPortal, RECORDED_TERMS } from './recorded-portal.ts'

interface Call {
  token: string
  term: string
}

// The driver as it comes, with the portal's number of connections.
const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: 10,
  idleTimeoutMillis: 60_000,
  // Sixteen callers who skip and count a million rows each wait longer for a connection than the portal lets anybody wait.
  statement_timeout: 60_000,
  connectionTimeoutMillis: 60_000,
})
pool.on('error', console.error)
const recorded = await recordPortal()

/** A recorded value, with what belonged to the recorded call replaced by what belongs to this one. */
function revalue(value: unknown, call: Call): unknown {
  if (Buffer.isBuffer(value)) return tokenHash(call.token)
  if (typeof value === 'string' && call.term) {
    const [ours, theirs] = [searchPatterns(call.term), searchPatterns(recordedTerm(call.term))]
    if (value === theirs.indexed) return ours.indexed
    if (value === theirs.checked) return ours.checked
  }
  return value
}

/** The recorded search that the portal asks in the same way as this one. */
function recordedTerm(term: string): string {
  const found = RECORDED_TERMS.find((candidate) => shapeOf(candidate) === shapeOf(term))
  if (!found) throw new Error(`No search like "${term}" was recorded.`)
  return found
}

function shapeOf(term: string): string {
  return JSON.stringify(Object.values(searchPatterns(term)).map((pattern) => pattern === null))
}

/** Sends recorded statements in their order, those of one group at once. Answers all rows. */
async function replay(
  statements: readonly RecordedStatement[],
  call: Call,
): Promise<Record<string, unknown>[][]> {
  const results: Record<string, unknown>[][] = []
  for (let index = 0; index < statements.length;) {
    const group = statements.filter((statement) => statement.group === statements[index]?.group)
    index += group.length
    const answers = await Promise.all(
      group.map(({ name, text, values }) =>
        pool.query<Record<string, unknown>>({
          ...(name && { name }),
          text,
          values: values.map((value) => revalue(value, call)),
        }),
      ),
    )
    results.push(...answers.map(({ rows }) => rows))
  }
  return results
}

const relay = { asked: false, running: false }

/** The statements of the portal's relay, at its pace, for what the creates left in the outbox. */
async function runRelay(): Promise<void> {
  relay.running = true
  while (relay.asked) {
    relay.asked = false
    const began = performance.now()
    await relayBatch()
    await sleep(gatherAfter(performance.now() - began))
  }
  relay.running = false
}

async function relayBatch(): Promise<void> {
  const client = await pool.connect()
  try {
    let ids: Map<string, number[]> | undefined
    for (const { name, text, values } of recorded.relay) {
      // With nothing in the outbox, the portal's relay reads nothing either.
      if (ids?.size === 0 && text !== 'commit') continue
      const own = ids
      const revalued = values.map((value) => (own && Array.isArray(value) ? relayIds(value, own) : value))
      const { rows } = await client.query<Record<string, unknown>>({
        ...(name && { name }),
        text,
        values: revalued,
      })
      if (text.includes('delete from outbox'))
        ids = idsByTopic(rows as { topic: string; payload: { id: number } }[])
    }
  } finally {
    client.release()
  }
}

function idsByTopic(rows: readonly { topic: string; payload: { id: number } }[]): Map<string, number[]> {
  const ids = new Map<string, number[]>()
  for (const { topic, payload } of rows) ids.set(topic, [...(ids.get(topic) ?? []), payload.id])
  return ids
}

function relayIds(value: unknown[], ids: ReadonlyMap<string, number[]>): unknown[] {
  if (value.includes(recorded.ticketId)) return ids.get('ticket') ?? []
  return typeof value[0] === 'number' ? (ids.get('notification') ?? []) : value
}

/** The Services list as one writes it without thinking of millions: what came before is skipped, all are counted. */
function skippingAndCounting(page: number): RecordedStatement[] {
  return recorded.services.map((statement) => {
    if (statement.name?.startsWith('tickets.first:'))
      return {
        ...statement,
        name: 'bare.page',
        text: statement.text.replace('limit 10', 'limit 10 offset $1'),
        values: [(page - 1) * 10],
      }
    if (statement.name?.startsWith('tickets.tallies'))
      return { ...statement, name: 'bare.count', text: 'select count(*) as n from tickets where status <> 0' }
    return statement
  })
}

async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  const url = new URL(request.url ?? '/', 'http://bare')
  const call: Call = {
    token: request.headers.authorization?.slice('Bearer '.length) ?? '',
    term: url.searchParams.get('searchTerm') ?? '',
  }
  if (request.method === 'POST') {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    JSON.parse(Buffer.concat(chunks).toString())
    const results = await replay(recorded.create, call)
    relay.asked = true
    if (!relay.running) void runRelay()
    return { status: 201, body: results.findLast((rows) => rows.length > 0)?.[0] }
  }
  const status = url.searchParams.get('status')
  const statements = url.pathname.endsWith('/services')
    ? skippingAndCounting(Number(url.searchParams.get('page')))
    : call.term
      ? recorded.searches.get(recordedTerm(call.term))
      : recorded.lists.get(status ?? '')
  if (!statements) return { status: 200, body: {} }
  const [, data, ...rest] = await replay(statements, call)
  return { status: 200, body: { data, rest } }
}

createServer((request, response) => {
  answer(request).then(
    ({ status, body }) => {
      const json = JSON.stringify(body)
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(json),
      })
      response.end(json)
    },
    (error: unknown) => {
      console.error(error)
      response.writeHead(500, { 'content-length': 0 }).end()
    },
  )
}).listen(Number(process.env['PORT']), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
