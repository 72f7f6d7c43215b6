import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { createBucket } from '@tahanan/server/platform/files/store/bucket.ts'
import { TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { createCaller } from './caller.ts'
import { openCluster, type ServiceProxies, type ClusterAccount } from './cluster.ts'
import { createGatePassBody, type TicketRow } from './gate-pass.ts'
import { openList, type LiveList } from './live-list.ts'
import { WRITE_KINDS, startOutageLoad, type AcknowledgedWrite, type WriteKind } from './outage-load.ts'
import { until } from './until.ts'

/** Minimum time of an outage. It lasts longer if its test has not yet seen the expected effect. */
const MIN_OUTAGE_MS = Number(process.env['OUTAGE_SECONDS'] ?? 0) * 1000
/**
 * Maximum time until everything works again. It includes half a minute until an old database connection is
 * closed.
 */
const RECOVERY_MS = 150_000

const cluster = await openCluster({
  withLines: true,
  // The limit is high but not off, because the test must see calls counted in Redis. The load makes more
  // calls than a user normally may.
  env: { RATE_LIMIT_PER_MINUTE: '1000000' },
  nodeEnvs: [{}, {}, {}],
})
afterAll(cluster.close)
const serviceProxies = cluster.lines as ServiceProxies
const createResidents = (count: number) =>
  Promise.all(Array.from({ length: count }, () => cluster.resident()))
const [writers, reporters, admin] = [
  await createResidents(4),
  await createResidents(2),
  await cluster.admin(),
]
const pages = {
  tickets: await Promise.all(cluster.nodes.map(({ url }) => openList(admin, url))),
  reports: await Promise.all(cluster.nodes.map(({ url }) => openList(admin, url, 'reports'))),
}
const allPages = [...pages.tickets, ...pages.reports]
const connectionTimes = new Map<string, number>()
const officeDevices = await Promise.all(
  cluster.nodes.map(({ url }) =>
    admin.device(url, { again: true, onConnect: () => connectionTimes.set(url, performance.now()) }),
  ),
)
const load = await startOutageLoad(cluster.proxy.url, { writers, reporters })

type OutageKind = 'refuses' | 'hangs' | 'vanishes'
const START_METHODS: Record<OutageKind, 'cut' | 'silence'> = {
  refuses: 'cut',
  hangs: 'silence',
  vanishes: 'silence',
}
/** Ends an outage. After `vanishes` only new connections work: those to the lost machine get no more data. */
const END_METHODS: Record<OutageKind, 'mend' | 'mendForNew'> = {
  refuses: 'mend',
  hangs: 'mend',
  vanishes: 'mendForNew',
}

/**
 * Stops a shared service for all nodes until `checkDuringOutage` resolves, then waits until everything works
 * again.
 */
async function runOutage(
  part: keyof ServiceProxies,
  way: OutageKind,
  checkDuringOutage: (began: number) => Promise<unknown>,
): Promise<void> {
  await expectWrites(performance.now())
  serviceProxies[part][START_METHODS[way]]()
  const began = performance.now()
  try {
    await checkDuringOutage(began)
    await sleep(Math.max(0, MIN_OUTAGE_MS - (performance.now() - began)))
  } finally {
    serviceProxies[part][END_METHODS[way]]()
  }
  const endedAt = performance.now()
  await expectWrites(endedAt)
  const writingAt = performance.now()
  await expectPagesToShowAll()
  const pagesCompleteAt = performance.now()
  await expectEventsToCross()
  const countAttempts = (kind: WriteKind, status: number) =>
    load.attempts.filter((each) => each.kind === kind && each.status === status && isDuringOutage(each))
      .length
  const isDuringOutage = (each: { began: number; ended: number }) =>
    each.began >= began && each.ended <= endedAt
  const refusedAttempts = load.attempts.filter((each) => isDuringOutage(each) && each.status !== 201)
  console.log(
    `${part} ${way} for ${formatSeconds(endedAt - began)}: ` +
      WRITE_KINDS.map(
        (kind) => `${countAttempts(kind, 201)} ${kind}s acknowledged and ${countAttempts(kind, 503)} refused`,
      ).join(', ') +
      `; slowest refusal ${formatSeconds(Math.max(0, ...refusedAttempts.map((each) => each.ended - each.began)))}, ` +
      `all kinds again after ${formatSeconds(writingAt - endedAt)}, pages complete after ${formatSeconds(pagesCompleteAt - endedAt)}`,
  )
}

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const expectWrites = (since: number, kinds: readonly WriteKind[] = WRITE_KINDS, minimumCount = 10) =>
  until(
    `${kinds.join(', ')} are acknowledged`,
    () =>
      kinds.every((kind) => {
        const acknowledgedAttempts = load.since(since, kind).filter(({ status }) => status === 201)
        return acknowledgedAttempts.length >= (kind === 'ticket' || kind === 'message' ? minimumCount : 1)
      }),
    RECOVERY_MS,
  )

const expectRefusals = (kind: WriteKind, since: number) =>
  until(
    `${kind}s are refused`,
    () => load.since(since, kind).filter(({ status }) => status === 503).length >= 2,
  )

function findMissingWrites(
  page: LiveList,
  expectedWrites: readonly AcknowledgedWrite[],
): AcknowledgedWrite[] {
  const shownIds = new Set(page.rows().map(({ id }) => id))
  return expectedWrites.filter(({ id }) => !shownIds.has(id))
}

/**
 * Expects that all simulated pages show all writes, whether they got them by events or by loading the list
 * again.
 */
async function expectPagesToShowAll(): Promise<void> {
  const [tickets, reports, messages] = [[...load.tickets], [...load.reports], [...load.messages]]
  for (const [open, made] of [
    [pages.tickets, tickets],
    [pages.reports, reports],
  ] as const)
    for (const page of open) {
      await until('a page shows all', () => findMissingWrites(page, made).length === 0, RECOVERY_MS).catch(
        () => expect(findMissingWrites(page, made)).toEqual([]),
      )
    }
  const event = liveChannels.adminMessages(admin.id)
  for (const [n, desk] of officeDevices.entries()) {
    const findMissingMessages = () => {
      const since = connectionTimes.get(cluster.nodes[n]?.url ?? '') ?? 0
      const ids = new Set(
        desk.received.map(({ event: name, data }) => (name === event ? getMessageId(data) : 0)),
      )
      return messages.filter(({ id, began }) => began > since && !ids.has(id))
    }
    await until('a page has all messages', () => findMissingMessages().length === 0, RECOVERY_MS).catch(() =>
      expect(findMissingMessages()).toEqual([]),
    )
  }
}

const getMessageId = (data: Record<string, unknown>) => (data['message'] as { id: number } | null)?.id ?? 0

const expectEventsToCross = () =>
  until('events cross between all nodes', async () => {
    const fetchCountsBefore = allPages.map((page) => page.fetched())
    const ids: number[] = []
    for (const { url } of cluster.nodes) ids.push(await createTestTicket(url))
    await until('all pages show them', () => ids.every((id) => pages.tickets.every((page) => page.shows(id))))
    return allPages.every((page, n) => page.fetched() === fetchCountsBefore[n])
  })

const testTicketIds: number[] = []
async function createTestTicket(url: string): Promise<number> {
  const { status, body } = await (writers[0] as ClusterAccount)
    .over(url)
    .post<TicketRow>('/ticket', createGatePassBody())
  expect(status).toBe(201)
  testTicketIds.push(body.id)
  return body.id
}

const fetchLoginStatus = async (url: string) =>
  (
    await createCaller(url).post('/login', {
      clientCode: (writers[0] as ClusterAccount & { clientCode: string }).clientCode,
      password: TEST_PASSWORD,
    })
  ).status

const fetchStatus = (url: string) => fetch(url).then(({ status }) => status)

async function expectUndisturbed(since: number, kinds: readonly WriteKind[]): Promise<void> {
  await expectWrites(since, kinds)
  expect(load.since(since).filter(({ kind, status }) => kinds.includes(kind) && status !== 201)).toEqual([])
}

test.each(['refuses', 'hangs'] as const)(
  'the bucket %s: uploads and pictures answer 503, and all else goes on',
  async (way) => {
    await expectWrites(0)
    const { body } = await admin.get<{ url: string }>(
      `/file?name=${encodeURIComponent(load.reports[0]?.key ?? '')}`,
    )
    const { pathname, search } = new URL(body.url, cluster.one)
    const fetchCounts = allPages.map((page) => page.fetched())
    await runOutage('bucket', way, async (began) => {
      const refusalPromise = expectRefusals('upload', began)
      await Promise.all(
        cluster.nodes.map(async ({ url }) => {
          await until('the node reports the bucket', async () => {
            const response = await fetch(`${url}/readyz`)
            expect(response.status).toBe(200)
            return ((await response.json()) as { bucket: string }).bucket === 'unavailable'
          })
          expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^tahanan_bucket_up 0$/m)
          expect(await fetchLoginStatus(url)).toBe(200)
          expect(await fetchStatus(`${url}${pathname}${search}&size=thumb`)).toBe(503)
        }),
      )
      await expectUndisturbed(began, ['ticket', 'message'])
      await refusalPromise
      await expectPagesToShowAll()
      expect(allPages.map((page) => page.fetched())).toEqual(fetchCounts)
    })
  },
)

test.each(['refuses', 'hangs'] as const)('Redis %s: every call goes on', async (way) => {
  await runOutage('redis', way, async (began) => {
    for (const { url } of cluster.nodes) {
      const id = await createTestTicket(url)
      await until('the pages of the node that sends its event show it', () =>
        pages.tickets.some((page) => page.shows(id)),
      )
      expect(await fetchLoginStatus(url)).toBe(200)
      expect(await fetchStatus(`${url}/readyz`)).toBe(200)
    }
    await expectUndisturbed(began, WRITE_KINDS)
  })
})

test.each(['refuses', 'hangs', 'vanishes'] as const)(
  'the database %s: calls answer 503, pages stay connected, and jobs run again',
  async (way) => {
    const connectionCounts = officeDevices.map((desk) => desk.connections())
    await runOutage('database', way, async (began) => {
      await expectRefusals('ticket', began)
      await expectRefusals('upload', began)
      for (const { url } of cluster.nodes) {
        expect(await fetchStatus(`${url}/readyz`)).toBe(503)
        for (const path of ['/healthz', '/']) expect(await fetchStatus(url + path)).toBe(200)
      }
      expect(officeDevices.map((desk) => desk.connections())).toEqual(connectionCounts)
    })
    await cluster.database.pool.query(
      `select graphile_worker.add_job(identifier, queue_name => key, job_key => key)
       from (select task_identifier as identifier, key from graphile_worker.jobs
             where key is not null and locked_at is null) chore`,
    )
    const listDueJobs = async () =>
      (
        await cluster.database.pool.query(
          `select task_identifier, locked_by, last_error from graphile_worker.jobs
           where run_at < clock_timestamp() and attempts < max_attempts`,
        )
      ).rows
    await until('all due jobs are done', async () => (await listDueJobs()).length === 0, RECOVERY_MS).catch(
      async () => expect(await listDueJobs()).toEqual([]),
    )
  },
)

const sortPairsById = (writes: readonly { id: number; marker: string }[]) =>
  writes.map(({ id, marker }) => ({ id, marker })).toSorted((a, b) => a.id - b.id)

test('every acknowledged write exists, and once', async () => {
  await load.stop()
  // A call that fails during an outage must get 503, even in the first or last moment.
  expect(load.attempts.filter(({ status }) => ![201, 503].includes(status))).toEqual([])
  const { pool } = cluster.database
  const listPairs = async (query: string) =>
    sortPairsById((await pool.query<{ id: number; marker: string }>(query)).rows)
  const tickets = await listPairs(
    `select id, details ->> 'bearerName' as marker from tickets where module = 'gatePass'`,
  )
  expect(tickets.filter(({ id }) => !testTicketIds.includes(id))).toEqual(sortPairsById(load.tickets))
  expect(
    await listPairs(`select id, details ->> 'title' as marker from tickets where module <> 'gatePass'`),
  ).toEqual(sortPairsById(load.reports))
  expect(await listPairs('select id, text as marker from messages')).toEqual(sortPairsById(load.messages))

  const bucket = createBucket(cluster.bucket.config)
  const { rows } = await pool.query<{ key: string; sha256: Buffer; owner_id: number | null }>(
    'select key, sha256, owner_id from files',
  )
  const files = new Map(rows.map((row) => [row.key, row]))
  for (const key of load.uploads) {
    const storedContent = await bucket.readWhole(key)
    expect(storedContent && hash('sha256', storedContent, 'buffer')).toEqual(files.get(key)?.sha256)
  }
  for (const { id, key } of load.reports) expect(files.get(key ?? '')?.owner_id).toBe(id)
  console.log(
    `${load.tickets.length} tickets, ${load.messages.length} messages, ${load.uploads.length} uploads and ` +
      `${load.reports.length} reports acknowledged, each there once; ${load.attempts.length} calls in all`,
  )
})
