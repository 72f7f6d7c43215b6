import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { createSamplePicture } from '@tahanan/server/platform/files/content/testing-samples.ts'
import { createBucket } from '@tahanan/server/platform/files/store/bucket.ts'
import { TEST_PASSWORD } from '@tahanan/server/testing/accounts.ts'
import { createCaller } from './caller.ts'
import { openCluster, type ServiceProxies, type ClusterAccount } from './cluster.ts'
import { createGatePassBody, type TicketRow } from './gate-pass.ts'
import { openList, type LiveList } from './live-list.ts'
import { WRITE_KINDS, startOutageLoad, type AcknowledgedWrite, type WriteKind } from './outage-load.ts'
import { waitUntil } from './until.ts'

/** Minimum time of an outage. It lasts longer if its test has not yet seen the expected effect. */
const MIN_OUTAGE_MS = Number(process.env['OUTAGE_SECONDS'] ?? 0) * 1000
/**
 * Maximum time until everything works again. It includes half a minute until an old database connection is
 * closed.
 */
const RECOVERY_MS = 150_000

const cluster = await openCluster({
  withServiceProxies: true,
  // The limit is high but not off, because the test must see calls counted in Redis. The load makes more
  // calls than a user normally may.
  env: { RATE_LIMIT_PER_MINUTE: '1000000' },
  nodeEnvs: [{}, {}, {}],
})
afterAll(cluster.close)
const serviceProxies = cluster.serviceProxies as ServiceProxies
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
const OUTAGE_START_METHODS: Record<OutageKind, 'cut' | 'silence'> = {
  refuses: 'cut',
  hangs: 'silence',
  vanishes: 'silence',
}
/**
 * Names the proxy method that ends each kind of outage. After `vanishes`, only new connections work: old
 * connections to the lost machine receive no more data.
 */
const OUTAGE_END_METHODS: Record<OutageKind, 'mend' | 'mendForNew'> = {
  refuses: 'mend',
  hangs: 'mend',
  vanishes: 'mendForNew',
}

async function runOutage(
  service: keyof ServiceProxies,
  outageKind: OutageKind,
  checkDuringOutage: (startedAt: number) => Promise<unknown>,
): Promise<void> {
  await expectWrites(performance.now())
  serviceProxies[service][OUTAGE_START_METHODS[outageKind]]()
  const startedAt = performance.now()
  try {
    await checkDuringOutage(startedAt)
    await sleep(Math.max(0, MIN_OUTAGE_MS - (performance.now() - startedAt)))
  } finally {
    serviceProxies[service][OUTAGE_END_METHODS[outageKind]]()
  }
  const endedAt = performance.now()
  await expectWrites(endedAt)
  const writesResumedAt = performance.now()
  await expectPagesToShowAll()
  const pagesCompleteAt = performance.now()
  await expectEventsAtAllNodes()
  const countAttempts = (kind: WriteKind, status: number) =>
    load.attempts.filter(
      (attempt) => attempt.kind === kind && attempt.status === status && isDuringOutage(attempt),
    ).length
  const isDuringOutage = (attempt: { startedAt: number; endedAt: number }) =>
    attempt.startedAt >= startedAt && attempt.endedAt <= endedAt
  const refusedAttempts = load.attempts.filter((attempt) => isDuringOutage(attempt) && attempt.status !== 201)
  console.log(
    `${service} ${outageKind} for ${formatSeconds(endedAt - startedAt)}: ` +
      WRITE_KINDS.map(
        (kind) => `${countAttempts(kind, 201)} ${kind}s acknowledged and ${countAttempts(kind, 503)} refused`,
      ).join(', ') +
      `; slowest refusal ${formatSeconds(Math.max(0, ...refusedAttempts.map((attempt) => attempt.endedAt - attempt.startedAt)))}, ` +
      `all kinds again after ${formatSeconds(writesResumedAt - endedAt)}, pages complete after ${formatSeconds(pagesCompleteAt - endedAt)}`,
  )
}

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`

const expectWrites = (startTime: number, kinds: readonly WriteKind[] = WRITE_KINDS, minimumCount = 10) =>
  waitUntil(
    `${kinds.join(', ')} are acknowledged`,
    () =>
      kinds.every((kind) => {
        const acknowledgedAttempts = load
          .getAttemptsSince(startTime, kind)
          .filter(({ status }) => status === 201)
        return acknowledgedAttempts.length >= (kind === 'ticket' || kind === 'message' ? minimumCount : 1)
      }),
    RECOVERY_MS,
  )

/**
 * Waits until calls of these kinds were refused. Callers repeat a refused call, so all of them may be at the
 * second of their two calls when an outage starts: give both kinds where both are refused.
 */
const expectRefusals = (kinds: readonly WriteKind[], startTime: number) =>
  waitUntil(
    `${kinds.join(' or ')} calls are refused`,
    () =>
      load.getAttemptsSince(startTime).filter(({ kind, status }) => kinds.includes(kind) && status === 503)
        .length >= 2,
  )

function findMissingWrites(
  page: LiveList,
  expectedWrites: readonly AcknowledgedWrite[],
): AcknowledgedWrite[] {
  const shownIds = new Set(page.rows().map(({ id }) => id))
  return expectedWrites.filter(({ id }) => !shownIds.has(id))
}

async function expectPagesToShowAll(): Promise<void> {
  const [tickets, reports, messages] = [[...load.tickets], [...load.reports], [...load.messages]]
  for (const [openPages, writes] of [
    [pages.tickets, tickets],
    [pages.reports, reports],
  ] as const)
    for (const page of openPages) {
      await waitUntil(
        'a page shows all',
        () => findMissingWrites(page, writes).length === 0,
        RECOVERY_MS,
      ).catch(() => expect(findMissingWrites(page, writes)).toEqual([]))
    }
  const event = liveChannels.adminMessages(admin.id)
  for (const [n, officeDevice] of officeDevices.entries()) {
    const findMissingMessages = () => {
      const connectedAt = connectionTimes.get(cluster.nodes[n]?.url ?? '') ?? 0
      const ids = new Set(
        officeDevice.received.map(({ event: name, data }) => (name === event ? getMessageId(data) : 0)),
      )
      return messages.filter(({ id, startedAt }) => startedAt > connectedAt && !ids.has(id))
    }
    await waitUntil('a page has all messages', () => findMissingMessages().length === 0, RECOVERY_MS).catch(
      () => expect(findMissingMessages()).toEqual([]),
    )
  }
}

const getMessageId = (data: Record<string, unknown>) => (data['message'] as { id: number } | null)?.id ?? 0

const expectEventsAtAllNodes = () =>
  waitUntil('events cross between all nodes', async () => {
    const fetchCountsBefore = allPages.map((page) => page.getFetchCount())
    const ids: number[] = []
    for (const { url } of cluster.nodes) ids.push(await createTestTicket(url))
    await waitUntil('all pages show them', () =>
      ids.every((id) => pages.tickets.every((page) => page.hasTicket(id))),
    )
    return allPages.every((page, n) => page.getFetchCount() === fetchCountsBefore[n])
  })

const testTicketIds: number[] = []
async function createTestTicket(url: string): Promise<number> {
  const { status, body } = await (writers[0] as ClusterAccount)
    .withBaseUrl(url)
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

async function expectNoFailedWrites(startTime: number, kinds: readonly WriteKind[]): Promise<void> {
  await expectWrites(startTime, kinds)
  expect(
    load.getAttemptsSince(startTime).filter(({ kind, status }) => kinds.includes(kind) && status !== 201),
  ).toEqual([])
}

test.each(['refuses', 'hangs'] as const)(
  'the bucket %s: uploads and pictures answer 503, and all else goes on',
  async (outageKind) => {
    await expectWrites(0)
    const { body } = await admin.get<{ url: string }>(
      `/file?name=${encodeURIComponent(load.reports[0]?.key ?? '')}`,
    )
    const { pathname, search } = new URL(body.url, cluster.one)
    const fetchCounts = allPages.map((page) => page.getFetchCount())
    await runOutage('bucket', outageKind, async (startedAt) => {
      const refusalPromise = expectRefusals(['upload'], startedAt)
      await Promise.all(
        cluster.nodes.map(async ({ url }) => {
          await waitUntil('the node reports the bucket', async () => {
            const response = await fetch(`${url}/readyz`)
            expect(response.status).toBe(200)
            return ((await response.json()) as { bucket: string }).bucket === 'unavailable'
          })
          expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^tahanan_bucket_up 0$/m)
          expect(await fetchLoginStatus(url)).toBe(200)
          expect(await fetchStatus(`${url}${pathname}${search}&size=thumb`)).toBe(503)
        }),
      )
      await expectNoFailedWrites(startedAt, ['ticket', 'message'])
      await refusalPromise
      await expectPagesToShowAll()
      expect(allPages.map((page) => page.getFetchCount())).toEqual(fetchCounts)
    })
  },
)

test.each(['refuses', 'hangs'] as const)('Redis %s: every call goes on', async (outageKind) => {
  await runOutage('redis', outageKind, async (startedAt) => {
    for (const { url } of cluster.nodes) {
      const id = await createTestTicket(url)
      await waitUntil('the pages of the node that sends its event show it', () =>
        pages.tickets.some((page) => page.hasTicket(id)),
      )
      expect(await fetchLoginStatus(url)).toBe(200)
      expect(await fetchStatus(`${url}/readyz`)).toBe(200)
    }
    await expectNoFailedWrites(startedAt, WRITE_KINDS)
  })
})

test.each(['refuses', 'hangs', 'vanishes'] as const)(
  'the database %s: calls answer 503, pages stay connected, and jobs run again',
  async (outageKind) => {
    const connectionCounts = officeDevices.map((device) => device.connections())
    await runOutage('database', outageKind, async (startedAt) => {
      await expectRefusals(['ticket', 'message'], startedAt)
      const pictureContent = await createSamplePicture('png')
      for (const { url } of cluster.nodes) {
        const upload = await admin.withBaseUrl(url).upload('incidentreports', pictureContent, 'door.png')
        expect(upload.status).toBe(503)
        expect(await fetchStatus(`${url}/readyz`)).toBe(503)
        for (const path of ['/healthz', '/']) expect(await fetchStatus(url + path)).toBe(200)
      }
      expect(officeDevices.map((device) => device.connections())).toEqual(connectionCounts)
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
    await waitUntil(
      'all due jobs are done',
      async () => (await listDueJobs()).length === 0,
      RECOVERY_MS,
    ).catch(async () => expect(await listDueJobs()).toEqual([]))
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
