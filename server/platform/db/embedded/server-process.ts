import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { getProcessOptions, getServerSettings, SOCKET_PORT } from './get-server-settings.ts'
import { invalidatePostmasterFile, isServerOfCluster, loadPostmasterFile } from './load-postmaster-file.ts'
import type { OrdinaryUser } from './ordinary-user.ts'

export type ServerProcess = { pid: number; exited: Promise<void>; hasExited: () => boolean }

type ServerOptions = {
  cluster: string
  binaries: Binaries
  user: OrdinaryUser | undefined
  socketFolder: string
  durable: boolean
  log: SupervisorLog
  onSpawn: (pid: number) => void
}

const CHILD_EXIT_TIMEOUT_MS = 20_000
const FAST_STOP_MS = 20_000
const IMMEDIATE_STOP_MS = 5_000

/**
 * Starts the server and waits until it accepts connections. After a crash the server first recovers its data.
 */
export async function startServer(plan: ServerOptions): Promise<ServerProcess> {
  const deadline = performance.now() + CHILD_EXIT_TIMEOUT_MS
  for (;;) {
    clearLeftovers(plan)
    const attempt = await tryStart(plan)
    if ('exited' in attempt) return attempt
    if (!attempt.errorOutput.includes('pre-existing shared memory block') || performance.now() > deadline) {
      throw new Error(
        `The embedded PostgreSQL did not start:\n${attempt.errorOutput.trim() || 'it ended without a word'}`,
      )
    }
    await sleep(100)
  }
}

/**
 * Stops the server and waits until it has ended. If a fast shutdown takes too long, does an immediate
 * shutdown. Neither loses committed rows.
 */
export async function stopServer(pid: number, isGone: () => boolean): Promise<void> {
  if (isGone()) return
  for (const [signal, timeoutMs] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
    ['SIGKILL', IMMEDIATE_STOP_MS],
  ] as const) {
    if (!trySignal(pid, signal)) return
    const deadline = performance.now() + timeoutMs
    while (performance.now() < deadline) {
      if (isGone()) return
      await sleep(10)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop.`)
}

export async function stopOrphan(cluster: string, log: SupervisorLog): Promise<void> {
  const orphanInfo = loadPostmasterFile(cluster)
  if (!orphanInfo || !isServerOfCluster(cluster, orphanInfo.pid)) return
  log.info('An earlier portal left its database running; stopping it first.')
  await stopServer(orphanInfo.pid, () => !isServerOfCluster(cluster, orphanInfo.pid))
}

async function tryStart(plan: ServerOptions): Promise<ServerProcess | { errorOutput: string }> {
  const { cluster, binaries, user, socketFolder, durable, log } = plan
  const child = spawn(
    join(binaries.bin, 'postgres'),
    ['-D', cluster, ...getServerSettings(socketFolder, { durable })],
    {
      ...getProcessOptions(user),
      // Runs in a separate session, so that Ctrl-C reaches only the portal. The portal then stops the
      // database.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const recentLines = forwardLines(child, log)
  const server = { ended: false }
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  const onEnd = (): void => {
    server.ended = true
    resolve()
  }
  child.once('error', ({ message }) => {
    recentLines.push(message)
    onEnd()
  })
  child.once('close', onEnd)
  const { pid } = child
  if (pid !== undefined) plan.onSpawn(pid)

  for (let waitedMs = 0; !server.ended; waitedMs += 10) {
    const file = loadPostmasterFile(cluster)
    if (pid !== undefined && file?.pid === pid && file.ready)
      return { pid, exited, hasExited: () => server.ended }
    if (waitedMs > 0 && waitedMs % 10_000 === 0)
      log.info('The database is still starting (recovering after a crash).')
    await sleep(10)
  }
  return { errorOutput: recentLines.join('\n') }
}

function forwardLines(child: ChildProcess, log: SupervisorLog): string[] {
  const recentLines: string[] = []
  if (!child.stderr) return recentLines
  createInterface({ input: child.stderr }).on('line', (line) => {
    recentLines.push(line)
    if (recentLines.length > 30) recentLines.shift()
    // PANIC ends the whole server, so it is a warning. FATAL ends only one connection.
    if (line.startsWith('PANIC:')) log.warn(`postgres: ${line}`)
    else if (line.startsWith('FATAL:')) log.info(`postgres: ${line}`)
    else log.debug(`postgres: ${line}`)
  })
  return recentLines
}

/**
 * Deletes the files that a killed server left behind. Must be called only if no server of this cluster is
 * running.
 */
function clearLeftovers({ cluster, socketFolder }: ServerOptions): void {
  invalidatePostmasterFile(cluster)
  const socket = join(socketFolder, `.s.PGSQL.${SOCKET_PORT}`)
  rmSync(socket, { force: true })
  rmSync(`${socket}.lock`, { force: true })
}

function trySignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

export type SupervisorLog = {
  debug: (message: string) => void
  info: (message: string) => void
  warn: (message: string) => void
}

export const silentLog: SupervisorLog = { debug: () => {}, info: () => {}, warn: () => {} }
