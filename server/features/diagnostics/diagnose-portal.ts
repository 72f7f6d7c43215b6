import { statfs } from 'node:fs/promises'
import { createClient } from '@redis/client'
import { sql } from 'kysely'
import type { GatewayConfig } from '#features/gateways/gateway-config.ts'
import type { PushConfig } from '#features/push/push-config.ts'
import { getBackupFolder, listBackupFiles } from '#platform/backup/archive/archive-folder.ts'
import type { BackupSchedule } from '#platform/backup/backup-schedule.ts'
import { countJobsByQueue } from '#platform/jobs/queue.ts'
import type { PlatformContext } from '#platform/platform-context.ts'
import { withTimeout } from '#platform/with-timeout.ts'
import type { DiagnosticCheck } from '@tahanan/contract/diagnostics/answers.ts'
import { formatBytes } from '@tahanan/contract/text/bytes.ts'
import { describeSettings, type PortalPart } from './describe-settings.ts'

export type DiagnosisServices = Pick<PlatformContext, 'db' | 'files'> & {
  readonly config: PlatformContext['config'] & GatewayConfig & PushConfig
}

export interface IncomingRequest {
  readonly ip: string
  /** IP address from which the connection came, which may be the address of a proxy. */
  readonly peer: string
  readonly protocol: string
  readonly host: string
  readonly forwardedFor: string | undefined
}

type Finding = Pick<DiagnosticCheck, 'state' | 'words'>

const CHECK_TIMEOUT_MS = 5000
const CLOCK_TOLERANCE_MS = 2000
const HOUR_MS = 3_600_000
const MIN_POSTGRES = 15
const MIN_FREE_SHARE = 0.1

/**
 * Checks each part of the portal (rules 11.23). The result contains no secrets. If one part fails or takes
 * longer than five seconds, the other parts are still checked.
 */
export async function diagnosePortal(
  { config, db, files }: DiagnosisServices,
  call: IncomingRequest,
): Promise<DiagnosticCheck[]> {
  const settings = new Map(describeSettings(config).map(({ part, state }) => [part, state]))
  const checks: Readonly<
    Record<PortalPart | 'Clock' | 'Disk' | 'Jobs' | 'Proxy', () => Promise<Finding> | Finding>
  > = {
    Database: () => checkDatabase(db),
    Clock: () => checkClock(db),
    Files: () => checkFiles(files),
    Disk: () => checkDisk(config.dataDir),
    Proxy: () => judgeProxy(config, call),
    'Several processes': () => (config.redisUrl ? pingRedis(config.redisUrl) : OFF_FINDING),
    Mail: () => (config.smtpUrl ? UNCHECKED_FINDING : OFF_FINDING),
    'Online payments': () =>
      config.dragonpay || config.aqwire || config.demo ? UNCHECKED_FINDING : OFF_FINDING,
    'Push messages': () => (config.pushHosts.length > 0 ? countPhones(db) : OFF_FINDING),
    Backups: () => checkBackups(config),
    Jobs: () => checkJobs(db),
    Metrics: () => GOOD_FINDING,
  }
  return Promise.all(
    Object.entries(checks).map(async ([part, check]): Promise<DiagnosticCheck> => {
      const finding = await withTimeout(
        Promise.resolve().then(check),
        CHECK_TIMEOUT_MS,
        'no answer in time',
      ).catch((error: unknown): Finding => ({ state: 'failed', words: getReason(error) }))
      // Removes the word 'off' at the start, because the page already shows the state 'off'.
      const setting = settings.get(part as PortalPart)?.replace(/^off(, )?/, '')
      const findingTexts = [setting && `${capitalize(setting)}.`, finding.words && `${finding.words}.`]
      return { part, state: finding.state, words: findingTexts.filter(Boolean).join(' ') }
    }),
  )
}

const GOOD_FINDING: Finding = { state: 'good', words: '' }
const OFF_FINDING: Finding = { state: 'off', words: '' }
const UNCHECKED_FINDING: Finding = { state: 'unchecked', words: '' }

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/**
 * Returns the code or name of an error and not its message, because the message may contain a URL with a
 * login.
 */
function getReason(error: unknown): string {
  const { code, name, message } = error as { code?: unknown; name?: string; message?: string }
  if (message === 'no answer in time') return 'It did not answer in time'
  return `It could not be reached (${typeof code === 'string' ? code : (name ?? 'unknown')})`
}

async function checkDatabase(db: PlatformContext['db']): Promise<Finding> {
  const startedAt = performance.now()
  const { rows } = await sql<{ version: string; number: number; bytes: number; connections: number }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('no row')
  const version = row.version.split(' ')[0] ?? ''
  const elapsedMs = Math.max(1, Math.round(performance.now() - startedAt))
  return {
    state: row.number >= MIN_POSTGRES * 10_000 ? 'good' : 'warning',
    words: `PostgreSQL ${version}, ${formatBytes(row.bytes)}, ${row.connections} connections, answered in ${elapsedMs} ms`,
  }
}

/**
 * Compares the clocks, because the database's clock determines bookings, due times and the expiry of links.
 */
async function checkClock(db: PlatformContext['db']): Promise<Finding> {
  const startedAt = Date.now()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const answeredAt = Date.now()
  return judgeClock((rows[0]?.at.getTime() ?? NaN) - (startedAt + answeredAt) / 2)
}

/**
 * Warns if the clocks of database and server differ. `aheadMs`: milliseconds by which the database's clock is
 * ahead of the server's.
 */
export function judgeClock(aheadMs: number): Finding {
  if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS)
    return { state: 'good', words: 'Server and database have the same time' }
  const secondsApart = Math.round(Math.abs(aheadMs) / 1000)
  return {
    state: 'warning',
    words: `The database is ${secondsApart} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} the server: set both by NTP`,
  }
}

async function checkFiles({ check, checkBucket }: PlatformContext['files']): Promise<Finding> {
  await Promise.all([check(), checkBucket?.()])
  return { state: 'good', words: 'A file can be written' }
}

async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return judgeDiskSpace(bavail * bsize, blocks * bsize)
}

/** Warns if little disk space is free. Both values are in bytes. */
export function judgeDiskSpace(freeBytes: number, total: number): Finding {
  const freeSpaceText = `${formatBytes(freeBytes)} of ${formatBytes(total)} free where the data lie`
  return freeBytes < total * MIN_FREE_SHARE
    ? { state: 'warning', words: `${freeSpaceText}: make room` }
    : { state: 'good', words: freeSpaceText }
}

async function pingRedis(url: string): Promise<Finding> {
  const client = createClient({ url, socket: { reconnectStrategy: false, connectTimeout: CHECK_TIMEOUT_MS } })
  // Without this listener an error event would end the process. `connect` rejects with the same error.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.ping()
    return { state: 'good', words: 'It answers' }
  } finally {
    client.destroy()
  }
}

async function countPhones(db: PlatformContext['db']): Promise<Finding> {
  const { n } = await db
    .selectFrom('push_subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return { state: 'unchecked', words: `${n.toLocaleString('en')} browsers get them` }
}

/**
 * Checks the backup files and not their rows in the database, because a row remains if its file is lost.
 * `/metrics` does the same.
 */
async function checkBackups(
  config: Pick<DiagnosisServices['config'], 'backupSchedule' | 'dataDir' | 'backupDir'>,
): Promise<Finding> {
  const folder = getBackupFolder(config)
  const [newestBackup] = await listBackupFiles(folder)
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: NaN, bsize: 0 }))
  const freeSpaceText = Number.isNaN(bavail) ? '' : `, ${formatBytes(bavail * bsize)} free there`
  const { state, words } = judgeBackups(newestBackup?.startedAt ?? null, config.backupSchedule, new Date())
  return { state, words: `${words}${freeSpaceText}` }
}

/** Warns if the last good backup is older than twice the interval, because then one was missed. */
export function judgeBackups(last: Date | null, schedule: BackupSchedule | undefined, now: Date): Finding {
  if (!last) return { state: 'warning', words: 'There is none yet' }
  const hoursOld = Math.floor((now.getTime() - last.getTime()) / HOUR_MS)
  const ageText =
    hoursOld < 48 ? `${hoursOld} ${hoursOld === 1 ? 'hour' : 'hours'}` : `${Math.floor(hoursOld / 24)} days`
  const ageSentence = `The last good one is ${hoursOld < 1 ? 'less than an hour' : ageText} old`
  if (!schedule) return { state: 'warning', words: ageSentence }
  const intervalHours = schedule.every === 'hours' ? schedule.hours : 24
  return hoursOld >= 2 * intervalHours
    ? { state: 'failed', words: ageSentence }
    : { state: 'good', words: ageSentence }
}

async function checkJobs(db: PlatformContext['db']): Promise<Finding> {
  const queues = await countJobsByQueue(db)
  const sumJobs = (of: 'waiting' | 'failed') => queues.reduce((sum, queue) => sum + queue[of], 0)
  const jobsText = `${sumJobs('waiting').toLocaleString('en')} due, ${sumJobs('failed').toLocaleString('en')} given up this week`
  return { state: sumJobs('failed') > 0 ? 'warning' : 'good', words: jobsText }
}

export function judgeProxy(
  { trustProxy, publicUrl }: Pick<DiagnosisServices['config'], 'trustProxy' | 'publicUrl'>,
  { ip, peer, protocol, host, forwardedFor }: IncomingRequest,
): Finding {
  const origin = `${protocol}://${host}`
  const forwardedText = forwardedFor === undefined ? '' : `, X-Forwarded-For: ${forwardedFor}`
  const callText = `This call came to ${origin} from ${ip} (connection of ${peer}${forwardedText})`
  const faults = [
    forwardedFor !== undefined &&
      trustProxy === false &&
      'A proxy is in front, but TRUST_PROXY is not set: all callers count as one address',
    forwardedFor === undefined &&
      trustProxy !== false &&
      'TRUST_PROXY is set, but no proxy said for whom it calls',
    publicUrl !== undefined &&
      new URL(publicUrl).origin !== origin &&
      `PUBLIC_URL says ${publicUrl}: the proxy must pass Host and X-Forwarded-Proto`,
  ].filter((fault) => fault !== false)
  return { state: faults.length > 0 ? 'warning' : 'good', words: [callText, ...faults].join('. ') }
}
