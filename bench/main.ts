import { parseArgs } from 'node:util'
import { measureBackup } from './backup.ts'
import type { BackupFigures } from './backup.ts'
import { CALL_NAMES, measureCalls } from './calls.ts'
import type { CallFigures } from './calls.ts'
import { startCluster } from './databases.ts'
import { measureImport } from './import.ts'
import type { ImportFigures } from './import.ts'
import { measureLive } from './live.ts'
import type { LiveFigures } from './live.ts'
import { measureStart } from './start.ts'
import { median, table } from './statistics.ts'

const USAGE = `npm run bench -- [--quick] [--only calls,live,start,import,backup] [--keep FOLDER]

  --quick   smaller numbers, under two minutes: whether it still works, not how fast it is
  --only    only these parts
  --keep    keep the filled databases in this folder and use them again`

const SIZES = {
  full: {
    small: 10_000,
    large: 1_000_000,
    tenants: 10_000,
    rounds: 20,
    milliseconds: 500,
    sockets: 5000,
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
    only: { type: 'string', default: 'calls,live,start,import,backup' },
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
  if (parts.has('live'))
    rows.push(...liveRows(await measureLive(cluster, { sockets: size.sockets, updates: size.updates }, say)))
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

function callRows(figures: readonly CallFigures[]): string[][] {
  const rows = figures.map(({ call, tickets, portal, bare, ratio }) => [
    `${call}, ${tickets.toLocaleString('en')} tickets, requests/s`,
    portal.toFixed(0),
    bare.toFixed(0),
    ratio.toFixed(2),
    '≥ 0.60',
    verdict(ratio >= 0.6),
  ])
  const latencies = figures.map(({ call, tickets, portalP50, portalP99, bareP50 }) => [
    `${call}, ${tickets.toLocaleString('en')} tickets, p50 (p99) ms`,
    `${portalP50.toFixed(1)} (${portalP99.toFixed(1)})`,
    bareP50.toFixed(1),
    '',
    '',
    '',
  ])
  const goals: Partial<Record<string, number>> = { list: 1.5, search: 5 }
  const growth = CALL_NAMES.map((call) => {
    const [small, large] = figures.filter((figure) => figure.call === call)
    const times = median(
      (large?.roundP50s ?? []).map((p50, round) => p50 / (small?.roundP50s[round] ?? Number.NaN)),
    )
    const goal = goals[call]
    return [
      `${call}, p50 large : small`,
      times.toFixed(2),
      '',
      '',
      goal ? `≤ ${goal}` : '',
      goal ? verdict(times <= goal) : '',
    ]
  })
  return [...rows, ...latencies, ...growth]
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

function backupRows(figures: BackupFigures): string[][] {
  const { backup, bareBackup, restore, bareRestore, memory, smallMemory, listRatio } = figures
  const speed = (name: string, ours: number, bare: number) => [
    `${name}, s (bare: tar and COPY)`,
    ours.toFixed(1),
    bare.toFixed(1),
    (bare / ours).toFixed(2),
    '≥ 0.50',
    verdict(bare / ours >= 0.5),
  ]
  return [
    speed('backup', backup, bareBackup),
    speed('restore', restore, bareRestore),
    [
      `backup, memory of its process, MB (a tenth of it: ${smallMemory.toFixed(0)})`,
      memory.toFixed(0),
      '',
      '',
      '',
      '',
    ],
    [
      'list during a backup : without, requests/s',
      listRatio.toFixed(2),
      '',
      '',
      '> 0.50',
      verdict(listRatio > 0.5),
    ],
  ]
}

const goal = (value: number, most: number, unit: string): string[] => [
  value.toFixed(1),
  '',
  '',
  `< ${most}${unit}`,
  verdict(value < most),
]

function importRows({ rows, pdfs, seconds, megabytes, lists }: ImportFigures): string[][] {
  const name = `import, ${rows.toLocaleString('en')} rows`
  const phases = pdfs > 0 ? (['preview', 'pdfs', 'save'] as const) : (['preview', 'save'] as const)
  const lines = [
    [
      `${name}, preview, s`,
      ...(pdfs > 0 ? goal(seconds.preview, 3, '') : [seconds.preview.toFixed(1), '', '', '', '']),
    ],
    [
      `${name}, save, s`,
      ...(pdfs > 0 ? goal(seconds.save, 3, '') : [seconds.save.toFixed(1), '', '', '', '']),
    ],
    [`${name}, memory of the server, MB`, ...goal(megabytes, 300, '')],
  ]
  if (pdfs > 0)
    lines.unshift([
      `${name} and ${pdfs.toLocaleString('en')} PDFs of 60 KB, from the first upload to done, s`,
      ...goal(seconds.all, 60, ''),
    ])
  for (const phase of phases) {
    const times = lists[phase].p50 / lists.before.p50
    lines.push([
      `${name}, others' lists while ${phase}: p50 ms (before), times`,
      `${lists[phase].p50.toFixed(1)} (${lists.before.p50.toFixed(1)})`,
      '',
      times.toFixed(2),
      '< 2',
      verdict(times < 2),
    ])
    lines.push([
      `${name}, others' lists while ${phase}: slowest ms`,
      lists[phase].worst.toFixed(0),
      '',
      '',
      '',
      '',
    ])
  }
  return lines
}

function verdict(reached: boolean): string {
  return reached ? 'yes' : 'NO'
}
