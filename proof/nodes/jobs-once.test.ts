import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { createDragonpay } from '@tahanan/server/features/gateways/dragonpay/create-dragonpay.ts'
import { inquireDuePayments } from '@tahanan/server/features/gateways/inquire-due-payments.ts'
import {
  startDragonpayServer,
  type DragonpayServer,
} from '@tahanan/server/features/gateways/testing/dragonpay-server.ts'
import { processScheduledPosts } from '@tahanan/server/features/posts/announce-posts.ts'
import { createPostBody, getTimeAhead } from '@tahanan/server/features/posts/testing.ts'
import { openDatabase } from '@tahanan/server/platform/db/client.ts'
import { createLogger } from '@tahanan/server/platform/log/create-logger.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { waitUntil } from './until.ts'

let dragonpay: DragonpayServer
let cluster: Cluster
beforeAll(async () => {
  dragonpay = await startDragonpayServer()
  const { url, merchantId, password } = dragonpay.config
  cluster = await openCluster({
    env: {
      DRAGONPAY_URL: url,
      DRAGONPAY_MERCHANT_ID: merchantId,
      DRAGONPAY_PASSWORD: password,
      DRAGONPAY_VERIFIER: 'sha1',
      BACKUP_SCHEDULE: 'every 6h',
    },
    // Three nodes without own variables. They start together, so they run their periodic jobs at the same
    // time.
    nodeEnvs: [{}, {}, {}],
  })
})
afterAll(async () => {
  await cluster?.close()
  await dragonpay.close()
})

const JOB_COUNT = 12

test('chores are done once, although three nodes run them', async () => {
  const { database, one, secondNodeUrl } = cluster
  const [admin, resident] = [await cluster.admin(), await cluster.resident()]
  const phone = await resident.device(secondNodeUrl)

  for (let n = 0; n < JOB_COUNT; n++) {
    const { status } = await admin.withBaseUrl(n % 2 ? one : secondNodeUrl).post('/post', {
      ...createPostBody({ title: `Scheduled ${n}` }),
      startDate: getTimeAhead(3600),
      endDate: getTimeAhead(7200),
    })
    expect(status).toBe(201)
  }
  const transactionIds: string[] = []
  for (let n = 0; n < JOB_COUNT; n++) {
    const { body } = await resident
      .withBaseUrl(n % 2 ? one : secondNodeUrl)
      .post<{ txnId: string }>('/payment-dragonpay', { email: 'ana@condo.ph', amountPaid: 100 + n })
    transactionIds.push(body.txnId)
  }
  // Marks the payments as paid at the gateway, which sends no message. So the nodes must ask it for the
  // status.
  for (const transaction of dragonpay.transactions.values()) transaction.Status = 'S'
  const getInquiries = () =>
    dragonpay.calls.filter((call) => transactionIds.some((txnId) => call.includes(`txnid/${txnId}`)))
  const inquiryCountBefore = getInquiries().length
  await database.pool.query(
    `update posts set start_date = start_date - interval '1 hour', turns_at = turns_at - interval '1 hour'`,
  )
  await database.pool.query(`update payments set next_inquiry_at = clock_timestamp()`)
  await Promise.all([runChoresInParallel(), enqueueAllChores()])

  const areAllPaid = async () =>
    (await database.pool.query('select from payments where status = 2')).rowCount === JOB_COUNT
  const listAnnouncedPosts = async () =>
    (
      await database.pool.query<{ message: string }>(
        `select message from notifications where area = 'client' and message like 'Scheduled %' order by id`,
      )
    ).rows.map(({ message }) => message)
  const listBackups = async () =>
    (
      await database.pool.query<{ state: string; cause: string; file: string }>(
        'select state, cause, file from backups',
      )
    ).rows
  await waitUntil('all posts are announced', async () => (await listAnnouncedPosts()).length >= JOB_COUNT)
  await waitUntil('all payments are found paid', areAllPaid)
  await waitUntil('a backup is made', async () => (await listBackups()).some(({ state }) => state === 'done'))

  await enqueueAllChores()
  await waitUntil('the queue is empty', async () => (await countDueJobs()) === 0)
  expect((await listAnnouncedPosts()).toSorted()).toEqual(
    Array.from({ length: JOB_COUNT }, (_, n) => `Scheduled ${n}`).toSorted(),
  )
  const { rowCount: paymentNotificationCount } = await database.pool.query(
    'select from notifications where tenant_id = $1',
    [resident.id],
  )
  const listReceivedNotifications = () =>
    phone.received.filter(({ event }) => event === liveChannels.clientNotifications(resident.id))
  const expectedCount = JOB_COUNT + (paymentNotificationCount ?? 0)
  // Waits, because a live event arrives after its row is stored.
  await waitUntil('the phone received all', () => listReceivedNotifications().length >= expectedCount)
  expect(listReceivedNotifications()).toHaveLength(expectedCount)
  expect(getInquiries().length - inquiryCountBefore).toBe(JOB_COUNT)
  const { rows: inquiries } = await database.pool.query<{ inquiries: number }>(
    'select inquiries from payments',
  )
  expect(inquiries.map((row) => row.inquiries)).toEqual(Array(JOB_COUNT).fill(1))

  expect(await listBackups()).toMatchObject([{ state: 'done', cause: 'schedule' }])
  const files = await Promise.all(
    cluster.nodes.map(({ dataDir }) => readdir(join(dataDir, 'backups')).catch((): string[] => [])),
  )
  expect(files.flat().filter((name) => name.endsWith('.tar'))).toHaveLength(1)
  for (const node of cluster.nodes) expect(node.process.output()).not.toContain('a job failed')
})

async function enqueueAllChores(): Promise<void> {
  for (let n = 0; n < 3; n++)
    await cluster.database.pool.query(
      `select graphile_worker.add_job(name, queue_name => name, job_key => case ${n} when 0 then name end)
       from unnest(array['turn-posts', 'inquire-payments', 'back-up', 'resume-imports']) as name`,
    )
}

async function countDueJobs(): Promise<number> {
  const { rowCount } = await cluster.database.pool.query(
    'select from graphile_worker.jobs where run_at < clock_timestamp()',
  )
  return rowCount ?? 0
}

/**
 * Runs the periodic jobs five times at once. A database trigger slows their writes down, so that they
 * overlap.
 */
async function runChoresInParallel(): Promise<void> {
  const { pool, connectionString } = cluster.database
  await pool.query(`create function linger() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.1); return null; end $$;
    create trigger linger after update on posts for each statement execute function linger();
    create trigger linger after update on payments for each statement execute function linger();`)
  const clients = Array.from({ length: 5 }, () => openDatabase({ connectionString, poolSize: 2 }))
  const log = createLogger({ logLevel: 'silent' })
  const relay = { wake() {}, start() {}, stop: () => Promise.resolve(), drain: () => Promise.resolve() }
  const gateways = { dragonpay: createDragonpay(dragonpay.config), aqwire: null }
  await Promise.all(
    clients.map(async ({ db, close }) => {
      const jobContext = { db, relay, log, gateways, config: { communityTimeZone: 'Asia/Manila' } }
      await Promise.all([processScheduledPosts(db), inquireDuePayments(jobContext)])
      await close()
    }),
  )
  await pool.query('drop function linger cascade')
}
