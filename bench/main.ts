import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureAmenities } from './amenities.ts'
import { measureBackup } from './backup.ts'
import { CALL_NAMES, measureCalls } from './calls.ts'
import { measureDashboard } from './dashboard.ts'
import { startCluster } from './databases.ts'
import { measureDay } from './day.ts'
import { measureGate } from './gate/gate.ts'
import { measureImport } from './import/import.ts'
import { measureLedger } from './ledger.ts'
import { measureLiveEvents } from './live/live.ts'
import { measureNotifications } from './notifications.ts'
import { measurePrivacy } from './privacy.ts'
import { measureStart } from './start.ts'
import { formatTable } from './statistics.ts'

const USAGE = `npm run bench -- [--quick] [--only PART,…] [--calls CALL,…] [--keep FOLDER] [--before FOLDER]

  --quick   smaller numbers, in under two minutes: a test of the bench
  --only    only these parts: calls, dashboard, day, live, start, backup, import, ledger, news, gate,
            amenities, privacy
  --calls   only these calls of the part 'calls': ${CALL_NAMES.join(', ')}
  --keep    keep the filled databases in this folder and use them again
  --before  folder of an earlier version with its packages: the part 'amenities' compares its filing of a booking`

const SIZES = {
  full: {
    small: 10_000,
    large: 1_000_000,
    tenants: 10_000,
    rounds: 20,
    milliseconds: 500,
    sockets: 5000,
    residents: 2000,
    administrators: 100,
    // Equals one call per resident every half minute, and one per administrator every three seconds.
    callsPerSecond: 100,
    daySeconds: 60,
    updates: 300,
    backedUpTickets: 100_000,
    backedUpMegabytes: 2000,
    imported: 5000,
    manyImported: 50_000,
    months: 60,
    passes: 200_000,
    entries: 1_000_000,
    devices: 20,
    reservations: 1_000_000,
  },
  quick: {
    small: 2_000,
    large: 50_000,
    tenants: 1_000,
    rounds: 6,
    milliseconds: 500,
    sockets: 500,
    residents: 200,
    administrators: 10,
    callsPerSecond: 30,
    daySeconds: 10,
    updates: 50,
    backedUpTickets: 10_000,
    backedUpMegabytes: 200,
    imported: 500,
    manyImported: 5000,
    months: 12,
    passes: 10_000,
    entries: 20_000,
    devices: 5,
    reservations: 50_000,
  },
}
const CONNECTION_COUNT = 16

const started = performance.now()
const logProgress = (message: string): void =>
  console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${message}`)

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: {
      type: 'string',
      default: 'calls,dashboard,day,live,start,backup,import,ledger,news,gate,amenities,privacy',
    },
    calls: { type: 'string', default: CALL_NAMES.join(',') },
    keep: { type: 'string' },
    before: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}
const size = values.quick ? SIZES.quick : SIZES.full
const { small, large, tenants, rounds, milliseconds } = size

const cluster = await startCluster(values.keep, logProgress)
const openBenchDatabase = (tickets: number) =>
  cluster.openFilledDatabase({ tickets, tenants, residents: 64, admins: 8 })
const MEASUREMENTS: Readonly<Record<string, () => Promise<string[][]>>> = {
  calls: async () =>
    measureCalls(
      [await openBenchDatabase(small), await openBenchDatabase(large)],
      {
        calls: CALL_NAMES.filter((call) => values.calls.split(',').includes(call)),
        rounds,
        milliseconds,
        connections: CONNECTION_COUNT,
        dataDir: cluster.folder,
      },
      logProgress,
    ),
  dashboard: async () => measureDashboard(await openBenchDatabase(large), cluster.folder, logProgress),
  day: () =>
    measureDay(
      cluster,
      {
        tickets: large,
        tenants,
        residents: size.residents,
        admins: size.administrators,
        callsPerSecond: size.callsPerSecond,
        seconds: size.daySeconds,
      },
      logProgress,
    ),
  live: () => measureLiveEvents(cluster, { sockets: size.sockets, updates: size.updates }, logProgress),
  start: () => measureStart(logProgress),
  backup: () =>
    measureBackup(
      cluster,
      { tickets: size.backedUpTickets, megabytes: size.backedUpMegabytes, tenants },
      logProgress,
    ),
  ledger: () => measureLedger(cluster, { tenants, months: size.months }, logProgress),
  gate: () =>
    measureGate(
      cluster,
      {
        tickets: size.passes * 3,
        tenants,
        passes: size.passes,
        events: size.entries,
        devices: size.devices,
        seconds: size.daySeconds,
      },
      logProgress,
    ),
  amenities: () =>
    measureAmenities(
      cluster,
      {
        reservations: size.reservations,
        tenants,
        rounds,
        milliseconds,
        before: values.before && resolve(values.before),
      },
      logProgress,
    ),
  privacy: async () =>
    measurePrivacy(await openBenchDatabase(large), cluster.folder, size.entries, logProgress),
  news: () => measureNotifications(cluster, { tickets: small, tenants }, logProgress),
  import: async () => [
    ...(await measureImport(cluster, createImportOptions(size.imported, size.imported), logProgress)),
    ...(await measureImport(cluster, createImportOptions(size.manyImported, 0), logProgress)),
  ],
}
const createImportOptions = (rows: number, pdfs: number) => ({ rows, pdfs, tickets: small, tenants: rows })

try {
  const resultRows: string[][] = []
  for (const name of values.only.split(',')) {
    const measure = MEASUREMENTS[name]
    if (!measure) throw new Error(`There is no part "${name}".\n\n${USAGE}`)
    resultRows.push(...(await measure()))
  }
  console.log(`\n${formatTable(['', 'portal', 'bare', 'portal : bare', 'goal', ''], resultRows)}\n`)
} finally {
  await cluster.stop()
}
