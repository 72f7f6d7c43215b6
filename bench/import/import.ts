import { fork } from 'node:child_process'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchCluster, BenchDatabase } from '../databases.ts'
import { getProcessMegabytes, startPortalProcess } from '../processes.ts'
import { LIST_PATH } from '../requests.ts'
import { getQuantile, formatVerdict } from '../statistics.ts'
import type { ImportClientMessage, ImportJob, ImportPhase } from './import-client.ts'

const PHASES = ['files', 'preview', 'pdfs', 'save'] as const satisfies readonly ImportPhase[]
type Phase = 'before' | ImportPhase

interface ImportFigures {
  rows: number
  pdfs: number
  /** Duration of each step in seconds. `all`: from the first upload to the state 'done'. */
  seconds: Record<ImportPhase | 'all', number>
  megabytes: number
  lists: Record<Phase | 'meanwhile', { p50: number; p95: number; worst: number }>
}

const PAGES_PER_SECOND = 20
const BASELINE_MS = 5000
const PDF_BYTES = 60_000

/** Measures an import while other users fetch lists. Server, database and all clients share the machine. */
export async function measureImport(
  cluster: BenchCluster,
  options: { rows: number; pdfs: number; tenants: number; tickets: number },
  logProgress: (message: string) => void,
): Promise<string[][]> {
  const database = await cluster.openFilledDatabase({ ...options, residents: 1, admins: 2 })
  const server = await startPortalProcess(database.url, cluster.folder)
  try {
    return formatImportRows(await runImportOnce(server, database, options, logProgress))
  } finally {
    await server.stop()
  }
}

async function runImportOnce(
  server: { port: number; pid: number },
  { admins: [importer, listReader] }: BenchDatabase,
  { rows, pdfs }: { rows: number; pdfs: number },
  logProgress: (message: string) => void,
): Promise<ImportFigures> {
  let phase: Phase = 'before'
  const waitsByPhase: Record<Phase, number[]> = {
    before: [],
    files: [],
    preview: [],
    pdfs: [],
    save: [],
  }
  let peakMegabytes = 0
  const memoryTimer = setInterval(
    () => (peakMegabytes = Math.max(peakMegabytes, getProcessMegabytes(server.pid))),
    50,
  )
  const listLoad = startSteadyListLoad(
    server.port,
    listReader?.token ?? '',
    (started, ms) => waitsByPhase[started].push(ms),
    () => phase,
  )
  try {
    await sleep(BASELINE_MS)
    waitsByPhase.before.splice(0, PAGES_PER_SECOND)
    logProgress(`importing ${rows.toLocaleString('en')} rows and ${pdfs.toLocaleString('en')} PDFs`)
    const job: ImportJob = {
      port: server.port,
      token: importer?.token ?? '',
      rows,
      pdfs,
      pdfBytes: PDF_BYTES,
      run: Date.now() % 120,
    }
    const secondsByPhase = await runClient(job, (startedPhase) => (phase = startedPhase))
    const totalSeconds =
      secondsByPhase.files + secondsByPhase.preview + secondsByPhase.pdfs + secondsByPhase.save
    const waitsDuringImport = PHASES.flatMap((phaseName) => waitsByPhase[phaseName])
    const latencyByPhase = Object.fromEntries(
      Object.entries({ ...waitsByPhase, meanwhile: waitsDuringImport }).map(([name, ms]) => [
        name,
        { p50: getQuantile(ms, 0.5), p95: getQuantile(ms, 0.95), worst: Math.max(...ms) },
      ]),
    ) as ImportFigures['lists']
    return {
      rows,
      pdfs,
      seconds: { ...secondsByPhase, all: totalSeconds },
      megabytes: peakMegabytes,
      lists: latencyByPhase,
    }
  } finally {
    clearInterval(memoryTimer)
    await listLoad.stop()
  }
}

function runClient(
  job: ImportJob,
  onPhase: (phase: ImportPhase) => void,
): Promise<Record<ImportPhase, number>> {
  const client = fork(new URL('import-client.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    client.on('message', (message: ImportClientMessage) => {
      if ('began' in message) onPhase(message.began)
      else if (message.saved.count === job.rows && message.saved.total === job.rows) resolve(message.done)
      else
        reject(
          new Error(`${message.saved.count} of ${message.saved.total} rows were saved, not ${job.rows}.`),
        )
    })
    client.on('exit', (code) => reject(new Error(`The importing client ended with ${code}.`)))
    client.send(job)
  })
}

function startSteadyListLoad(
  port: number,
  token: string,
  onAnswer: (phase: Phase, milliseconds: number) => void,
  phase: () => Phase,
): { stop(): Promise<void> } {
  const agent = new Agent({ keepAlive: true })
  const pendingCalls = new Set<Promise<void>>()
  let count = 0
  const fetchList = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = performance.now()
      const startPhase = phase()
      const path = `${LIST_PATH}&status=${(count++ % 3) + 1}`
      get(
        { port, host: '127.0.0.1', path, agent, headers: { authorization: `Bearer ${token}` } },
        (response) => {
          if (response.statusCode !== 200) reject(new Error(`A list answered ${response.statusCode}.`))
          response.resume().on('end', () => {
            onAnswer(startPhase, performance.now() - start)
            resolve()
          })
        },
      ).on('error', reject)
    })
  const timer = setInterval(() => {
    const page = fetchList()
    pendingCalls.add(page)
    void page.finally(() => pendingCalls.delete(page))
  }, 1000 / PAGES_PER_SECOND)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.allSettled(pendingCalls)
      agent.destroy()
    },
  }
}

function formatImportRows({ rows, pdfs, seconds, megabytes, lists }: ImportFigures): string[][] {
  const name = `import, ${rows.toLocaleString('en')} rows`
  const formatGoalRow = (label: string, value: number, maximum: number): string[] => [
    `${name}, ${label}`,
    value.toFixed(1),
    '',
    '',
    `< ${maximum}`,
    formatVerdict(value < maximum),
  ]
  const formatPlainRow = (label: string, value: string, times = ''): string[] => [
    `${name}, ${label}`,
    value,
    '',
    times,
    '',
    '',
  ]
  const getSlowdown = (phase: keyof typeof lists): number => lists[phase].p50 / lists.before.p50
  const phases = pdfs > 0 ? (['preview', 'pdfs', 'save'] as const) : (['preview', 'save'] as const)
  return [
    ...(pdfs > 0
      ? [
          formatGoalRow(
            `${pdfs.toLocaleString('en')} PDFs of 60 KB, first upload to done, s`,
            seconds.all,
            60,
          ),
          formatGoalRow('preview, s', seconds.preview, 3),
          formatPlainRow('upload of the PDFs, s', seconds.pdfs.toFixed(1)),
          formatGoalRow('save, s', seconds.save, 3),
        ]
      : [
          formatPlainRow('preview, s', seconds.preview.toFixed(1)),
          formatPlainRow('save, s', seconds.save.toFixed(1)),
        ]),
    formatGoalRow('memory of the server, MB', megabytes, 300),
    formatGoalRow("others' lists meanwhile: p50, times before", getSlowdown('meanwhile'), 2),
    ...phases.map((phase) =>
      formatPlainRow(
        `others' lists in ${phase}: p50 (before; slowest) ms`,
        `${lists[phase].p50.toFixed(1)} (${lists.before.p50.toFixed(1)}; ${lists[phase].worst.toFixed(0)})`,
        getSlowdown(phase).toFixed(2),
      ),
    ),
  ]
}
