import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@tahanan/server/testing/find-free-port.ts'
import { getStartCommand } from '@tahanan/server/testing/start-command.ts'

export interface RunningProcess {
  readonly port: number
  readonly pid: number
  stop(): Promise<void>
}

export async function waitUntilReady(port: number, path: string, child: ChildProcess): Promise<void> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline; await sleep(10)) {
    if (child.exitCode !== null)
      throw new Error(`The server ended with ${child.exitCode} before it answered.`)
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error(`${path} did not answer within a minute.`)
}

/** Sends SIGTERM, as systemd does, and waits for the end. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exitPromise = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exitPromise
}

const startCommand = getStartCommand()

export async function startPortalProcess(
  databaseUrl: string,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  script = 'server/main.ts',
): Promise<RunningProcess> {
  return startScript(script, '/readyz', {
    ...env,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    DEMO: 'false',
    SUPER_ADMIN_EMAIL: 'bench@localhost.test',
    SUPER_ADMIN_PASSWORD: 'bench-only-password',
    // All calls come from one address. The rate limit is very high instead of off, because counting the calls
    // also costs time in production.
    RATE_LIMIT_PER_MINUTE: '1000000',
  })
}

export async function startBareProcess(databaseUrl: string): Promise<RunningProcess> {
  return startScript('bench/bare-server.ts', '/', { DATABASE_URL: databaseUrl })
}

async function startScript(
  script: string,
  readyPath: string,
  env: Record<string, string>,
): Promise<RunningProcess> {
  const port = await findFreePort()
  const child = spawn(process.execPath, [...startCommand.flags, script], {
    cwd: new URL('..', import.meta.url),
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...startCommand.environment,
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await waitUntilReady(port, readyPath, child)
  } catch (error) {
    await stopChild(child)
    throw error
  }
  return { port, pid: child.pid ?? 0, stop: () => stopChild(child) }
}

export function getProcessMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
