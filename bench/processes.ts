import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@tahanan/server/testing/free-port.ts'
import { startCommand } from '@tahanan/server/testing/start-command.ts'

export interface RunningProcess {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

/** Waits until a path answers 200. Throws when the process ends first or a minute passes. */
export async function untilReady(port: number, path: string, child: ChildProcess): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(10)) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with ${child.exitCode} before it answered.`)
    const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`${path} did not answer within a minute.`)
}

/** Ends a child as a stop of the service would, and waits for it. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

const started = startCommand()

/** The portal as `npm start` runs it, on a database that is there already, without the demo community. */
export async function startPortalProcess(databaseUrl: string, dataDir: string): Promise<RunningProcess> {
  return startScript('server/main.ts', '/readyz', {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: 'false',
    SUPER_ADMIN_EMAIL: 'bench@localhost.test',
    SUPER_ADMIN_PASSWORD: 'bench-only-password',
    // All calls come from one address, far more than one would send. The counting stays on, since it costs time too.
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
}

/** The bare server on the same database. */
export async function startBareProcess(databaseUrl: string): Promise<RunningProcess> {
  return startScript('bench/bare-server.ts', '/', { DATABASE_URL: databaseUrl })
}

async function startScript(
  script: string,
  readyPath: string,
  env: Record<string, string>,
): Promise<RunningProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [...started.flags, script], {
    cwd: new URL('..', import.meta.url),
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...started.environment,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await untilReady(port, readyPath, child)
  } catch (error) {
    await stopChild(child)
    throw error
  }
  return { port, pid: child.pid ?? 0, stop: () => stopChild(child) }
}

/** Memory of a process that lies in the machine's, in megabytes; NaN where there is no /proc. */
export function residentMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
