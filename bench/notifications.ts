import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { createBrowserKeys, startPushService } from '@tahanan/server/features/push/testing-push-service.ts'
import { startTestSmtp } from '@tahanan/server/platform/mail/testing-smtp.ts'
import type { BenchCluster } from './databases.ts'
import { startPortalProcess } from './processes.ts'
import { LIST_PATH } from './requests.ts'
import { runPacedLoad } from './run-paced-load.ts'
import { getQuantile, formatVerdict } from './statistics.ts'

const PAGES_PER_SECOND = 20
const BASELINE_MS = 10_000
const MAX_SENDING_MS = 10 * 60_000

// Mail server and push service run in a child process, because they would disturb the parent, which measures
// response times.
if (process.send) process.send([(await startTestSmtp()).url, (await startPushService()).url])

/**
 * Measures one notification to all tenants. Its mails and push messages go to local test servers. Server,
 * database and clients share the machine.
 */
export async function measureNotifications(
  cluster: BenchCluster,
  size: { tickets: number; tenants: number },
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const database = await cluster.openFilledDatabase({ ...size, residents: 1, admins: 1 })
  const receivers = fork(new URL(import.meta.url))
  const [[smtpUrl, pushUrl]] = (await once(receivers, 'message')) as [[string, string]]
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await enableDeliveries(client, pushUrl)
  const env = { SMTP_URL: smtpUrl, MAIL_FROM: 'office@bench.test', PUBLIC_URL: 'http://bench.test' }
  const server = await startPortalProcess(database.url, cluster.folder, env, 'e2e/fixtures/push-portal.ts')
  const token = database.admins[0]?.token ?? ''
  const measureLists = (milliseconds: number) => measureListLatencies(server.port, token, milliseconds)
  try {
    await measureLists(2000)
    const baselineLatencies = await measureLists(BASELINE_MS)
    logProgress(`sending news to ${size.tenants.toLocaleString('en')} tenants`)
    const latenciesDuringSending: number[] = []
    const sendingPromise = measureSending(client)
    let sendingFigures: SendingFigures | undefined
    while (sendingFigures === undefined) {
      latenciesDuringSending.push(...(await measureLists(1000)))
      sendingFigures = await Promise.race([sendingPromise, sleep(1).then(() => undefined)])
    }
    const { queued, mail, push } = sendingFigures
    const [baselineMedian, medianDuringSending] = [
      getQuantile(baselineLatencies, 0.5),
      getQuantile(latenciesDuringSending, 0.5),
    ]
    const formatRow = (name: string, measuredText: string, goal: string, isGoalMet: boolean) => [
      `news for ${size.tenants.toLocaleString('en')} tenants: ${name}`,
      measuredText,
      '',
      '',
      goal,
      formatVerdict(isGoalMet),
    ]
    return [
      formatRow('queued in', `${queued.toFixed(1)} s`, '≤ 2 s', queued <= 2),
      formatRow('mails a second', mail.toFixed(0), '≥ 200', mail >= 200),
      formatRow('push messages a second', push.toFixed(0), '≥ 200', push >= 200),
      formatRow(
        'lists meanwhile, p50',
        `${medianDuringSending.toFixed(1)} ms, ${(medianDuringSending / baselineMedian).toFixed(2)} times`,
        '≤ 1.3 times',
        medianDuringSending / baselineMedian <= 1.3,
      ),
    ]
  } finally {
    await server.stop()
    await client.end()
    receivers.kill()
  }
}

async function measureListLatencies(port: number, token: string, milliseconds: number): Promise<number[]> {
  const listCall = { name: 'list', method: 'GET', path: LIST_PATH, token }
  const { times } = await runPacedLoad(port, {
    callsPerSecond: PAGES_PER_SECOND,
    milliseconds,
    next: () => listCall,
  })
  return times.get(listCall.name) ?? []
}

interface SendingFigures {
  /** Seconds until all mails and push messages are queued. */
  readonly queued: number
  /** Messages sent per second. */
  readonly mail: number
  readonly push: number
}

/** Turns quiet hours off too, so that messages are sent at any hour. */
async function enableDeliveries(client: Client, pushUrl: string): Promise<void> {
  await client.query(`delete from notifications`)
  await client.query(`update tenants set email = 'tenant-' || id || '@bench.test'`)
  await client.query(
    `insert into delivery_choices (area, reader_id, quiet_from, quiet_to)
     select 'client', id, '00:00', '00:00' from tenants on conflict do nothing`,
  )
  const { p256dh, auth } = createBrowserKeys().keys
  await client.query(`delete from push_subscriptions`)
  await client.query(
    `insert into push_subscriptions (tenant_id, session_id, endpoint, p256dh, auth)
     select id, 0, $1 || '/' || id, $2, $3 from tenants`,
    [pushUrl, p256dh, auth],
  )
}

async function measureSending(client: Client): Promise<SendingFigures> {
  await client.query(
    `insert into notifications (area, kind, title, message, brief, fanned_out)
     values ('client', 'statement', 'New statement of account', 'June 2026: ₱1,234.50', 'New statement', false)`,
  )
  let queueingSeconds: number | undefined
  for (const deadline = performance.now() + MAX_SENDING_MS; performance.now() < deadline; await sleep(20)) {
    const { rows } = await client.query<{ queued: number; seconds: number; count: number; left: number }>(
      `select extract(epoch from clock_timestamp() - min(d.due_at))::float8 as queued,
         extract(epoch from max(d.at) - min(d.due_at))::float8 as seconds, count(*)::int as count,
         count(*) filter (where d.state <> 'sent')::int as left
       from deliveries d join notifications n on n.id = d.notification_id where n.fanned_out
       group by d.channel order by d.channel`,
    )
    const [mail, push] = rows
    if (!mail || !push) continue
    queueingSeconds ??= mail.queued
    if (mail.left + push.left === 0)
      return { queued: queueingSeconds, mail: mail.count / mail.seconds, push: push.count / push.seconds }
    await sleep(500)
  }
  throw new Error('The news was not sent in ten minutes.')
}
