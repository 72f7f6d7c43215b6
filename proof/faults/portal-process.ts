import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findEmbedded } from '@tahanan/server/platform/db/embedded/find-embedded.ts'
import { placeCluster } from '@tahanan/server/platform/db/embedded/placement.ts'
import { isServerOf, readPostmasterFile } from '@tahanan/server/platform/db/embedded/postmaster-file.ts'
import { freePort } from '@tahanan/server/testing/free-port.ts'
import { startCommand } from '@tahanan/server/testing/start-command.ts'
import { startProcess, type StartedProcess } from '@tahanan/server/testing/start-process.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Time-out of a start, generous for busy machines. */
const START_MS = 90_000

/** `server/main.ts` as `npm start` runs it, at one address with one folder, however often it is killed and started again. */
export interface PortalProcess {
  readonly url: string
  readonly dataDir: string
  /** Process id of the running server. */
  pid(): number
  /** Process id of its embedded PostgreSQL, once it is up. */
  databasePid(): number
  /** Connects to the embedded database, over its private socket. */
  connectionString(): string
  /** Starts it; resolves when it is ready, with the milliseconds that it took. Rejects with what it said when it ends before. */
  start(env?: Record<string, string>): Promise<number>
  /** Ends it as an operator does, or with another signal, and waits for it. */
  end(signal?: NodeJS.Signals): Promise<void>
  /** Resolves once `/readyz` answers 200, with the milliseconds that it took. */
  ready(): Promise<number>
  /** Everything it wrote since its last start. */
  said(): string
  /** Ends it and removes its folder, for `afterAll`. */
  remove(): Promise<void>
}

/** A folder below the system's temporary one that root's database can reach. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tahanan-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Without demo data, in a folder of its own, on the embedded database or what `env` names, with the code that lies in `code` at
 * its start. Nothing runs before `start`.
 */
export async function createPortalProcess(
  env: Record<string, string> = {},
  dataDir: string = makeFolder('fault'),
  code: string = ROOT,
): Promise<PortalProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { flags, environment } = startCommand()
  let server: StartedProcess | undefined
  let removed = false

  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => server?.end(signal)
  const requireStarted = (): StartedProcess => {
    if (!server) throw new Error('This portal was never started.')
    return server
  }
  const ready = async (): Promise<number> => {
    const began = performance.now()
    for (;;) {
      if (await answers(`${url}/readyz`)) return performance.now() - began
      const { isRunning, output, child } = requireStarted()
      if (!isRunning())
        throw new Error(`The portal ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
      if (performance.now() - began > START_MS)
        throw new Error(`The portal did not become ready:\n${output()}`)
      await sleep(15)
    }
  }
  return {
    url,
    dataDir,
    pid: () => server?.child.pid ?? 0,
    databasePid: () => readPostmasterFile(placeCluster(dataDir).cluster)?.pid ?? 0,
    connectionString() {
      const found = findEmbedded(dataDir)
      if (found.state !== 'running') throw new Error(`The embedded database is ${found.state}.`)
      return found.connectionString
    },
    async start(more = {}) {
      if (removed) throw new Error('This portal was removed.')
      server = startProcess(
        process.execPath,
        [...flags, 'server/main.ts'],
        {
          // As under npm: it ends when who started it is gone, however that ended.
          npm_lifecycle_event: 'start',
          ...environment,
          PORT: String(port),
          DATA_DIR: dataDir,
          DEMO: 'false',
          LOG_LEVEL: 'warn',
          SUPER_ADMIN_EMAIL: 'super@faults.test',
          SUPER_ADMIN_PASSWORD: 'for-faults-only',
          // One machine plays all callers.
          RATE_LIMIT_PER_MINUTE: '0',
          ...env,
          ...more,
        },
        code,
      )
      return ready()
    },
    end,
    ready,
    said: () => server?.output() ?? '',
    async remove() {
      removed = true
      await end()
      await databaseGone(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Waits until no PostgreSQL runs on the embedded cluster of a folder, as after a kill of its portal. */
export async function databaseGone(dataDir: string): Promise<void> {
  const { cluster } = placeCluster(dataDir)
  const pid = readPostmasterFile(cluster)?.pid ?? 0
  await until(() => pid === 0 || !isServerOf(cluster, pid), 'the database did not end')
}

/** Polls until it holds; fails with `otherwise` after half a minute, which only a fault takes. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  otherwise: string,
  milliseconds = 30_000,
): Promise<void> {
  for (const deadline = performance.now() + milliseconds; !(await holds()); await sleep(20))
    if (performance.now() > deadline) throw new Error(otherwise)
}

/** The process numbers of a process and all that descend from it. Linux only. */
export function familyOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
    return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
  } catch {
    return [pid]
  }
}

/** Sends a signal; nothing happens when the process is gone already. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(8000) }).then(
    ({ ok }) => ok,
    () => false,
  )
