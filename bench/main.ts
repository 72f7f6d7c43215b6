import { parseArgs } from 'node:util'
import { measureBackup } from './backup.ts'
import { backupRows } from './backup-rows.ts'
import { callRows } from './call-rows.ts'
import { CALL_NAMES, measureCalls } from './calls.ts'
import { startCluster } from './databases.ts'
import { measureDay } from './day.ts'
import { dayRows } from './day-rows.ts'
import { NoDirectus } from './directus-server.ts'
import { measureDirectus } from './directus.ts'
import { directusRows } from './directus-rows.ts'
import { measureImport } from './import.ts'
import type { ImportFigures } from './import.ts'
import { measureLive } from './live.ts'
import type { LiveFigures } from './live.ts'
import { measureStart } from './start.ts'
import { table, verdict } from './statistics.ts'

const USAGE = `npm run bench -- [--quick] [--only calls,day,live,start,import,backup,directus] [--calls list,search…] [--keep FOLDER]

  --quick   smaller numbers, under two minutes: whether it still works, not how fast it is
  --only    only these parts; 'directus' only when it is named, for it installs Directus from npm and takes minutes
  --calls   of the part 'calls' only these: list, page 500, page near the end, search, create
  --keep    keep the filled databases in this folder and use them again`

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
    // Residents who look at something every half minute, an office that does every three seconds.
    callsPerSecond: 100,
    daySeconds: 60,
    updates: 300,
    backedUpTickets: 100_000,
    backedUpMegabytes: 2000,
    imported: 5000,
    manyImported: 50_000,
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
  },
}
const CONNECTIONS = 16

const started = performance.now()
const say = (what: string): void =>
  console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(5)} s  ${what}`)

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'calls,day,live,start,import,backup' },
    calls: { type: 'string', default: CALL_NAMES.join(',') },
    keep: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}
const size = values.quick ? SIZES.quick : SIZES.full
const parts = new Set(values.only.split(','))
const calls = CALL_NAMES.filter((call) => values.calls.split(',').includes(call))

const cluster = await startCluster(values.keep, say)
try {
  const rows: string[][] = []
  if (parts.has('calls')) {
    const open = (tickets: number) =>
      cluster.open({ tickets, tenants: size.tenants, residents: 64, admins: 8 })
    const databases = [await open(size.small), await open(size.large)]
    rows.push(
      ...callRows(
        await measureCalls(
          databases,
          {
            calls,
            rounds: size.rounds,
            milliseconds: size.milliseconds,
            connections: CONNECTIONS,
            dataDir: cluster.folder,
          },
          say,
        ),
      ),
    )
  }
  if (parts.has('day'))
    rows.push(
      ...dayRows(
        await measureDay(
          cluster,
          {
            tickets: size.large,
            tenants: size.tenants,
            residents: size.residents,
            admins: size.administrators,
            perSecond: size.callsPerSecond,
            seconds: size.daySeconds,
          },
          say,
        ),
      ),
    )
  if (parts.has('live'))
    rows.push(...liveRows(await measureLive(cluster, { sockets: size.sockets, updates: size.updates }, say)))
  if (parts.has('directus')) {
    const { large: tickets, tenants, milliseconds } = size
    const figures = await measureDirectus(
      cluster,
      { tickets, tenants, rounds: size.rounds / 2, milliseconds, connections: CONNECTIONS },
      say,
    ).catch((error: unknown) => {
      if (!(error instanceof NoDirectus)) throw error
      say(`Directus was not measured. ${error.message}`)
      return []
    })
    rows.push(...directusRows(figures))
  }
  if (parts.has('start')) rows.push(...startRows(await measureStart(say)))
  if (parts.has('backup')) {
    const { backedUpTickets: tickets, backedUpMegabytes: megabytes, tenants } = size
    rows.push(...backupRows(await measureBackup(cluster, { tickets, megabytes, tenants }, say)))
  }
  if (parts.has('import')) {
    const { imported, manyImported, small: tickets } = size
    for (const [imports, pdfs] of [
      [imported, imported],
      [manyImported, 0],
    ] as const)
      rows.push(
        ...importRows(await measureImport(cluster, { rows: imports, pdfs, tickets, tenants: imports }, say)),
      )
  }
  console.log(`\n${table(['', 'portal', 'bare', 'portal : bare', 'goal', ''], rows)}\n`)
} finally {
  await cluster.stop()
}

function liveRows({ sockets, p50, p99, worst, lost, megabytes }: LiveFigures): string[][] {
  return [
    [`live, ${sockets} sockets, p50 ms`, p50.toFixed(1), '', '', '', ''],
    [`live, ${sockets} sockets, p99 ms`, p99.toFixed(1), '', '', '≤ 100', verdict(p99 <= 100)],
    [`live, ${sockets} sockets, slowest ms`, worst.toFixed(1), '', '', '', ''],
    ['live, events that did not arrive', String(lost), '', '', '0', verdict(lost === 0)],
    ['live, memory of the server, MB', megabytes.toFixed(0), '', '', '< 200', verdict(megabytes < 200)],
  ]
}

function startRows({ warm }: { warm: number }): string[][] {
  return [['warm npm start to /readyz, s', (warm / 1000).toFixed(2), '', '', '< 3', verdict(warm < 3000)]]
}

function importRows({ rows, pdfs, seconds, megabytes, lists }: ImportFigures): string[][] {
  const name = `import, ${rows.toLocaleString('en')} rows`
  const under = (label: string, value: number, most: number): string[] => [
    `${name}, ${label}`,
    value.toFixed(1),
    '',
    '',
    `< ${most}`,
    verdict(value < most),
  ]
  const plain = (label: string, value: string, times = ''): string[] => [
    `${name}, ${label}`,
    value,
    '',
    times,
    '',
    '',
  ]
  const times = (phase: keyof typeof lists): number => lists[phase].p50 / lists.before.p50
  const phases = pdfs > 0 ? (['preview', 'pdfs', 'save'] as const) : (['preview', 'save'] as const)
  return [
    ...(pdfs > 0
      ? [
          under(`${pdfs.toLocaleString('en')} PDFs of 60 KB, first upload to done, s`, seconds.all, 60),
          under('preview, s', seconds.preview, 3),
          plain('upload of the PDFs, s', seconds.pdfs.toFixed(1)),
          under('save, s', seconds.save, 3),
        ]
      : [plain('preview, s', seconds.preview.toFixed(1)), plain('save, s', seconds.save.toFixed(1))]),
    under('memory of the server, MB', megabytes, 300),
    under("others' lists meanwhile: p50, times before", times('meanwhile'), 2),
    ...phases.map((phase) =>
      plain(
        `others' lists in ${phase}: p50 (before; slowest) ms`,
        `${lists[phase].p50.toFixed(1)} (${lists.before.p50.toFixed(1)}; ${lists[phase].worst.toFixed(0)})`,
        times(phase).toFixed(2),
      ),
    ),
  ]
}
