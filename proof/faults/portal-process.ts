import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chooseClusterFolder } from '@tahanan/server/platform/db/embedded/choose-cluster-folder.ts'
import { findEmbedded } from '@tahanan/server/platform/db/embedded/find-embedded.ts'
import {
  isServerOfCluster,
  loadPostmasterFile,
} from '@tahanan/server/platform/db/embedded/load-postmaster-file.ts'
import { findFreePort } from '@tahanan/server/testing/find-free-port.ts'
import { getStartCommand } from '@tahanan/server/testing/start-command.ts'
import { startProcess, type StartedProcess } from '@tahanan/server/testing/start-process.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Maximum time of a start; long, because the machine may be busy. */
const START_MS = 300_000

/** Server process as started by `npm start`. After a restart it has the same port and data folder. */
export interface PortalProcess {
  readonly url: string
  readonly dataDir: string
  pid(): number
  /** Process id of the embedded PostgreSQL; 0 if it is not running. */
  databasePid(): number
  connectionString(): string
  /**
   * Resolves when the server is ready, and returns how many milliseconds the start took. Rejects with the
   * server's output if the start fails.
   */
  start(env?: Record<string, string>): Promise<number>
  end(signal?: NodeJS.Signals): Promise<void>
  waitUntilReady(): Promise<number>
  output(): string
  /** Ends the processes and deletes the data folder. Must be called in `afterAll`. */
  remove(): Promise<void>
}

/**
 * Creates a temporary folder that other accounts can enter too: if root runs the test, PostgreSQL runs as
 * another account.
 */
export function createTemporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tahanan-${name}-`))
  chmodSync(folder, 0o711)
  return folder
}

/**
 * Prepares a portal without demo data; `start` starts it. It uses the embedded database or the one in `env`,
 * and the code in the folder `code`.
 */
export async function createPortalProcess(
  env: Record<string, string> = {},
  dataDir: string = createTemporaryFolder('fault'),
  code: string = ROOT,
): Promise<PortalProcess> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const { flags, environment } = getStartCommand()
  let server: StartedProcess | undefined
  let isRemoved = false

  const endProcess = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => server?.end(signal)
  const requireStartedServer = (): StartedProcess => {
    if (!server) throw new Error('This portal was never started.')
    return server
  }
  const waitUntilReady = async (): Promise<number> => {
    const startedAt = performance.now()
    for (;;) {
      if (await isAnswering(`${url}/readyz`)) return performance.now() - startedAt
      const { isRunning, output, child } = requireStartedServer()
      if (!isRunning())
        throw new Error(`The portal ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
      if (performance.now() - startedAt > START_MS)
        throw new Error(`The portal did not become ready:\n${output()}`)
      await sleep(15)
    }
  }
  return {
    url,
    dataDir,
    pid: () => server?.child.pid ?? 0,
    databasePid: () => loadPostmasterFile(chooseClusterFolder(dataDir).cluster)?.pid ?? 0,
    connectionString() {
      const embeddedState = findEmbedded(dataDir)
      if (embeddedState.state !== 'running')
        throw new Error(`The embedded database is ${embeddedState.state}.`)
      return embeddedState.connectionString
    },
    async start(extraEnv = {}) {
      if (isRemoved) throw new Error('This portal was removed.')
      server = startProcess(
        process.execPath,
        [...flags, 'server/main.ts'],
        {
          // Makes the server end when its parent process (this test) ends, as it does under npm.
          npm_lifecycle_event: 'start',
          ...environment,
          PORT: String(port),
          DATA_DIR: dataDir,
          DEMO: 'false',
          LOG_LEVEL: 'warn',
          SUPER_ADMIN_EMAIL: 'super@faults.test',
          SUPER_ADMIN_PASSWORD: 'for-faults-only',
          // Turns rate limits off, because all calls of the test come from the same IP address.
          RATE_LIMIT_PER_MINUTE: '0',
          ...env,
          ...extraEnv,
        },
        code,
      )
      return waitUntilReady()
    },
    end: endProcess,
    waitUntilReady,
    output: () => server?.output() ?? '',
    async remove() {
      isRemoved = true
      await endProcess()
      await waitForDatabaseEnd(dataDir)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Waits until the embedded PostgreSQL has ended: after a `kill -9` of the portal it ends a moment later. */
export async function waitForDatabaseEnd(dataDir: string): Promise<void> {
  const { cluster } = chooseClusterFolder(dataDir)
  const pid = loadPostmasterFile(cluster)?.pid ?? 0
  await waitUntil(() => pid === 0 || !isServerOfCluster(cluster, pid), 'the database did not end')
}

/** Waits until `isMet` returns true. After `milliseconds` throws an error with the message `errorMessage`. */
export async function waitUntil(
  isMet: () => boolean | Promise<boolean>,
  errorMessage: string,
  milliseconds = 30_000,
): Promise<void> {
  for (const deadline = performance.now() + milliseconds; !(await isMet()); await sleep(20))
    if (performance.now() > deadline) throw new Error(errorMessage)
}

/** Returns the ids of a process and all its descendants. Works only on Linux. */
export function listProcessTree(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
    return [pid, ...children.flatMap((child) => listProcessTree(Number(child)))]
  } catch {
    return [pid]
  }
}

export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const isAnswering = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(8000) }).then(
    ({ ok }) => ok,
    () => false,
  )
