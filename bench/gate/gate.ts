import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { CODE_LENGTH, CODE_CHARACTERS } from '@tahanan/contract/gate/labels-and-codes.ts'
import type { BenchCluster, BenchDatabase } from '../databases.ts'
import { startPortalProcess } from '../processes.ts'
import { runPacedLoad, type PacedCall } from '../run-paced-load.ts'
import { getQuantile, formatVerdict } from '../statistics.ts'
import { measureGatePage } from './gate-page.ts'

const SCANS_PER_SECOND = 10
const GOAL_MS = 200
const PASSES_VALID_TODAY = 3000
const PASSES_INSIDE = 500

interface GateBenchSize {
  readonly tickets: number
  readonly tenants: number
  readonly passes: number
  readonly events: number
  readonly devices: number
  readonly seconds: number
}

/**
 * Measures the calls of the gate: each scan of a pass is followed by an entry. At the same time, the gate's
 * devices fetch their lists of passes, and the office fetches the log of entries.
 */
export async function measureGate(
  cluster: BenchCluster,
  { tickets, tenants, passes, events, devices, seconds }: GateBenchSize,
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const database = await cluster.openFilledDatabase({ tickets, tenants, residents: 1, admins: devices + 1 })
  const client = new Client({ connectionString: database.url })
  await client.connect()
  logProgress(`filling the gate with ${passes.toLocaleString('en')} passes`)
  const passCodes = await fillGateTables(client, { passes, events })
  await enrolSessions(client, devices)
  const server = await startPortalProcess(database.url, cluster.folder)
  try {
    const runGateLoad = (milliseconds: number) =>
      runPacedLoad(server.port, {
        callsPerSecond: SCANS_PER_SECOND * 2 + OTHER_CALLS.length,
        milliseconds,
        next: createCallPicker(database.admins, passCodes),
      })
    await runGateLoad(3000)
    logProgress(`scanning from ${devices} devices`)
    const { times } = await runGateLoad(seconds * 1000)
    logProgress('scanning by a camera in a browser')
    const pageRows = await measureGatePage(`http://127.0.0.1:${server.port}`, {
      token: database.admins[0]?.token ?? '',
      folder: cluster.folder,
      ...(await createLink(client, passCodes.at(-1) ?? '')),
    })
    const resultRows = [...times]
      .toSorted(([leftName], [rightName]) => leftName.localeCompare(rightName))
      .map(([name, latencies]) => {
        const [p50, p99] = [getQuantile(latencies, 0.5), getQuantile(latencies, 0.99)]
        const hasGoal = name.startsWith('POST')
        return [
          `gate, ${name}: p50; p99`,
          `${p50.toFixed(1)}; ${p99.toFixed(1)} ms`,
          '',
          '',
          hasGoal ? `p99 ≤ ${GOAL_MS} ms` : '',
          hasGoal ? formatVerdict(p99 <= GOAL_MS) : '',
        ]
      })
    return [...resultRows, ...pageRows]
  } finally {
    await server.stop()
    await client.end()
  }
}

async function createLink(client: Client, code: string): Promise<{ code: string; link: string }> {
  const token = randomBytes(16).toString('base64url')
  await client.query('update gate_passes set token_hash = sha256($1::bytea) where code = $2', [token, code])
  return { code, link: `https://tahanan.example/pass#${token}` }
}

const thisMonth = new Date().toISOString().slice(0, 8)
/** Calls besides the scans; each is made once a second. */
const OTHER_CALLS: readonly (readonly [name: string, path: string])[] = [
  ['GET /gate-passes expected', '/api/gate-passes?list=expected&limit=20'],
  ['GET /gate-passes inside', '/api/gate-passes?list=inside&limit=20'],
  ['GET /gate-passes left', '/api/gate-passes?list=left&limit=20'],
  ['GET /gate-passes by name', '/api/gate-passes?search=santos&limit=20'],
  ['GET /gate-counts', '/api/gate-counts'],
  ['GET /gate-list', '/api/gate-list'],
  ['GET /gate-log', '/api/gate-log?limit=25'],
  ['GET /gate-log of marked', '/api/gate-log?limit=25&state=marked'],
  ['GET /gate-log by name', '/api/gate-log?limit=25&searchTerm=santos'],
  ['GET /gate-log by number', '/api/gate-log?limit=25&searchTerm=VP-000123'],
  ['GET /gate-figures of a month', `/api/gate-figures?from=${thisMonth}01&to=${thisMonth}28`],
]

function createCallPicker(guards: BenchDatabase['admins'], codes: readonly string[]): () => PacedCall {
  let callNumber = 0
  return () => {
    callNumber++
    const createPacedCall = (name: string, method: string, path: string, body?: unknown): PacedCall => ({
      name,
      method,
      path,
      token: guards[callNumber % (guards.length - 1)]?.token ?? '',
      body,
    })
    // The last session belongs to the office, because the other sessions may make only calls of the gate.
    const officeToken = guards.at(-1)?.token ?? ''
    const callIndex = callNumber % (SCANS_PER_SECOND * 2 + OTHER_CALLS.length)
    const [name, path] = OTHER_CALLS[callIndex - SCANS_PER_SECOND * 2] ?? []
    if (name && path)
      return {
        ...createPacedCall(name, 'GET', path),
        ...(/log|figures/.test(path) && { token: officeToken }),
      }
    const code = codes[Math.floor(Math.random() * codes.length)] ?? ''
    if (callIndex % 2 === 0) return createPacedCall('POST /gate-scan', 'POST', '/api/gate-scan', { code })
    const kind = Math.random() < 0.5 ? 'in' : 'out'
    const event = { key: randomUUID(), code, kind, people: 1, at: new Date().toISOString() }
    return createPacedCall('POST /gate-events', 'POST', '/api/gate-events', { events: [event] })
  }
}

const formatCodeSql = (number: string) =>
  `(select string_agg(substr('${CODE_CHARACTERS}', (((${number})::numeric * 7919 / power(31::numeric, i))::bigint % 31)::int + 1, 1), '' order by i)
    from generate_series(0, ${CODE_LENGTH - 1}) i)`

async function fillGateTables(
  client: Client,
  { passes, events }: { passes: number; events: number },
): Promise<string[]> {
  for (const table of ['gate_events', 'gate_passes', 'gates']) await client.query(`delete from ${table}`)
  await client.query(
    `insert into gate_passes (tenant_id, ticket_id, code, token_hash, valid_from, valid_to, entries, entered, "left",
       last_in_at, last_out_at, ended_at, end_reason)
     select tenant_id, id, code, sha256(code::bytea), from_at, from_at + interval '10 hours',
       case when module = 'workPermit' then 'many' else 'one' end, case when nth > ${PASSES_VALID_TODAY} or nth <= ${PASSES_INSIDE} then 1 else 0 end,
       case when nth > ${PASSES_VALID_TODAY} then 1 else 0 end, case when nth > ${PASSES_VALID_TODAY} or nth <= ${PASSES_INSIDE} then from_at + interval '1 hour' end,
       case when nth > ${PASSES_VALID_TODAY} then from_at + interval '3 hours' end,
       case when nth > ${PASSES_VALID_TODAY} then from_at + interval '3 hours' end, case when nth > ${PASSES_VALID_TODAY} then 'used' end
     from (select t.*, row_number() over (order by id desc) as nth, ${formatCodeSql('id')} as code,
         now() - interval '2 hours' - case when row_number() over (order by id desc) > ${PASSES_VALID_TODAY}
           then row_number() over (order by id desc) * interval '5 minutes' else interval '0' end as from_at
       from tickets t where module in ('visitor', 'gatePass', 'workPermit') order by id desc limit ${passes}) as made`,
  )
  await client.query(
    `insert into gate_events (key, pass_id, tenant_id, ticket_id, kind, verdict, name, admin_id, admin_name, at,
       device_at, counted, mark)
     select gen_random_uuid(), p.id, p.tenant_id, p.ticket_id, case when n % 2 = 0 then 'in' else 'out' end, 'mayEnter',
       coalesce(t.details ->> 'visitorsName', t.details ->> 'bearerName', t.details ->> 'workPermitFor', ''), 1,
       'Guard', p.valid_from + n * interval '20 minutes', p.valid_from + n * interval '20 minutes',
       case when n % 2 = 0 then 1 else 0 end, case when p.id % 500 = 0 then 'inside' else '' end
     from generate_series(0, ${Math.ceil(events / passes) - 1}) n, gate_passes p join tickets t on t.id = p.ticket_id
     where p.ended_at is not null order by p.id desc, n limit ${events}`,
  )
  await client.query('vacuum analyze gate_passes')
  await client.query('vacuum analyze gate_events')
  const { rows } = await client.query<{ code: string }>(
    'select code from gate_passes where ended_at is null order by id',
  )
  return rows.map(({ code }) => code)
}

async function enrolSessions(client: Client, devices: number): Promise<void> {
  await client.query(`insert into gates (name) select 'Gate ' || n from generate_series(1, ${devices}) n`)
  await client.query(
    `insert into gate_devices (gate_id, name, secret_hash, enrolled_at) select id, 'Tablet', sha256(name::bytea), now() from gates`,
  )
  await client.query(
    `update sessions s set gate_device_id = d.id from gate_devices d,
       (select id, row_number() over (order by id) as nth from sessions where area = 'admin') as o
     where o.id = s.id and d.id = o.nth + (select min(id) from gate_devices) - 1`,
  )
}
