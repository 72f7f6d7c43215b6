import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { CHANNELS } from '@tahanan/contract/deliveries/channels-and-states.ts'
import { getBackupFolder, listBackupFiles } from '../backup/archive/archive-folder.ts'
import type { DbOrTx } from '../db/client.ts'
import { countJobsByQueue } from '../jobs/queue.ts'
import type { PlatformConfig } from '../platform-config.ts'
import type { PlatformContext } from '../platform-context.ts'

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export function addGauges(
  registry: Registry,
  { db, config, files }: Pick<PlatformContext, 'db' | 'config' | 'files'>,
): void {
  const { checkBucket } = files
  addGauge('tahanan_database_up', '1 while the database answers, else 0', () =>
    toUpValue(sql`select`.execute(db)),
  )
  if (checkBucket)
    addGauge('tahanan_bucket_up', '1 while the bucket answers, else 0', () => toUpValue(checkBucket()))
  addGauge(
    'tahanan_backup_age_seconds',
    'Since the newest file in the folder of backups was begun; +Inf without one that can be read',
    () => getBackupAgeSeconds(config),
  )
  addGauge('tahanan_outbox_events', 'Live events that were committed and not yet sent', async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::float8 as n from outbox`.execute(db)
    return rows[0]?.n ?? NaN
  })

  addLabelledGauges(['queue'], listJobSamples, {
    waiting: ['tahanan_jobs_waiting', 'Jobs that are due and not yet begun, by queue'],
    failed: ['tahanan_jobs_failed', 'Jobs given up after their last try, of the last week, by queue'],
    oldest: ['tahanan_jobs_oldest_seconds', 'How long the oldest due job of a queue waits to be begun'],
  })
  addLabelledGauges(['channel', 'state'], () => countDeliverySamples(db), {
    many: ['tahanan_deliveries', 'Mails and push messages by state; failed and unclear ones of the last day'],
  })
  addLabelledGauges(['channel'], () => listOldestDeliverySamples(db), {
    seconds: ['tahanan_deliveries_oldest_seconds', 'How long the oldest mail or push message is overdue'],
  })
  addLabelledGauges(['disk'], () => listDiskSamples(config), {
    free: ['tahanan_disk_free_bytes', 'Room on the disk of the data, embedded database or backups'],
    size: ['tahanan_disk_size_bytes', 'Size of that disk'],
  })

  async function listJobSamples(): Promise<Record<'waiting' | 'failed' | 'oldest', Sample[]>> {
    const queues = await countJobsByQueue(db)
    const toSamples = (key: 'waiting' | 'failed' | 'oldest') =>
      queues.map((queue) => ({ labels: { queue: queue.name }, value: queue[key] }))
    return { waiting: toSamples('waiting'), failed: toSamples('failed'), oldest: toSamples('oldest') }
  }

  function addGauge(name: string, help: string, readValue: () => Promise<number>): void {
    void new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await readValue().catch(() => NaN))
      },
    })
  }

  function addLabelledGauges<Key extends string>(
    labelNames: string[],
    readSamples: () => Promise<Readonly<Record<Key, readonly Sample[]>>>,
    gauges: Readonly<Record<Key, readonly [name: string, help: string]>>,
  ): void {
    // All metrics are collected at the same time, so they share the result of one call of `readSamples`.
    let readPromise: ReturnType<typeof readSamples> | undefined
    const readSharedSamples = () => {
      readPromise ??= readSamples().finally(() => (readPromise = undefined))
      return readPromise
    }
    for (const key of Object.keys(gauges) as Key[]) {
      const [name, help] = gauges[key]
      void new Gauge({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          const samples = await readSharedSamples().catch(() => undefined)
          this.reset()
          for (const { labels, value } of samples?.[key] ?? []) this.set(labels, value)
        },
      })
    }
  }
}

const toUpValue = (check: Promise<unknown>): Promise<number> =>
  check.then(
    () => 1,
    () => 0,
  )

/**
 * Returns the age of the newest backup in seconds. Looks at the backup files and not at the table `backups`:
 * a row may exist without its file, and a restored database has no rows of later backups.
 */
async function getBackupAgeSeconds(config: PlatformConfig): Promise<number> {
  const [newestBackup] = await listBackupFiles(getBackupFolder(config)).catch(() => [])
  return newestBackup ? (Date.now() - newestBackup.startedAt.getTime()) / 1000 : Infinity
}

/**
 * States of deliveries (mails and push messages) in this metric. The state `sent` is not included, because
 * another metric counts sent deliveries.
 */
const COUNTED_STATES = ['waiting', 'delayed', 'sending', 'failed', 'unclear'] as const

async function countDeliverySamples(db: DbOrTx): Promise<{ many: Sample[] }> {
  const { rows } = await sql<{ channel: string; state: string; many: number }>`
    select channel, state, count(*)::float8 as many from deliveries
    where state in ('waiting', 'delayed', 'sending')
      or state in ('failed', 'unclear') and at > clock_timestamp() - interval '1 day'
    group by channel, state`.execute(db)
  const countByState = new Map(rows.map((row) => [`${row.channel} ${row.state}`, row.many]))
  return {
    many: CHANNELS.flatMap((channel) =>
      COUNTED_STATES.map((state) => ({
        labels: { channel, state },
        value: countByState.get(`${channel} ${state}`) ?? 0,
      })),
    ),
  }
}

/**
 * Returns the age of the oldest waiting delivery (mail or push message) of each channel. The age counts from
 * the time at which the delivery becomes due: after quiet hours, with the digest, or at the next attempt.
 */
async function listOldestDeliverySamples(db: DbOrTx): Promise<{ seconds: Sample[] }> {
  const { rows } = await sql<{ channel: string; seconds: number }>`
    select channel, coalesce(greatest(0, extract(epoch from clock_timestamp() - (
      select min(due_at) from deliveries d
      where d.channel = c.channel and state in ('waiting', 'delayed')))), 0)::float8 as seconds
    from unnest(${[...CHANNELS]}::text[]) as c (channel)`.execute(db)
  return { seconds: rows.map(({ channel, seconds }) => ({ labels: { channel }, value: seconds })) }
}

async function listDiskSamples(config: PlatformConfig): Promise<Record<'free' | 'size', Sample[]>> {
  const { dataDir, databaseUrl } = config
  const backupDisk = statfs(getBackupFolder(config)).catch((error: unknown) => {
    if (config.backupDir !== undefined) throw error
    return statfs(dataDir)
  })
  const disks = {
    data: statfs(dataDir),
    ...(databaseUrl === undefined && { database: statfs(join(dataDir, 'postgres')) }),
    backups: backupDisk,
  }
  const diskFacts = await Promise.all(
    Object.entries(disks).map(async ([disk, statsPromise]) => {
      const diskStats = await statsPromise.catch(() => undefined)
      return diskStats ? [{ disk, facts: diskStats }] : []
    }),
  )
  const toSamples = (getValue: (stats: StatsFs) => number): Sample[] =>
    diskFacts.flat().map(({ disk, facts }) => ({ labels: { disk }, value: getValue(facts) }))
  return {
    free: toSamples(({ bavail, bsize }) => bavail * bsize),
    size: toSamples(({ blocks, bsize }) => blocks * bsize),
  }
}
