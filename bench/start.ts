import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@tahanan/server/testing/find-free-port.ts'
import { waitUntilReady } from './processes.ts'
import { getMedian, formatVerdict } from './statistics.ts'

const WARM_STARTS = 3

export async function measureStart(logProgress: (message: string) => void): Promise<string[][]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tahanan-start-'))
  chmodSync(dataDir, 0o711)
  try {
    logProgress('first start: creates the database and the demo community')
    await startOnce(dataDir)
    const warmStartTimes: number[] = []
    for (let index = 0; index < WARM_STARTS; index++) {
      logProgress('warm start')
      warmStartTimes.push(await startOnce(dataDir))
    }
    const warmStartMedian = getMedian(warmStartTimes)
    return [
      [
        'warm npm start to /readyz, s',
        (warmStartMedian / 1000).toFixed(2),
        '',
        '',
        '< 3',
        formatVerdict(warmStartMedian < 3000),
      ],
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string): Promise<number> {
  const port = await findFreePort()
  const started = performance.now()
  const { DATABASE_URL: _database, ...environment } = process.env
  // Uses a separate process group, so that the signal reaches npm and its child processes.
  const child = spawn('npm', ['start'], {
    cwd: new URL('..', import.meta.url),
    env: { ...environment, PORT: String(port), DATA_DIR: dataDir, DEMO: 'true', NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const exitPromise = new Promise((resolve) => child.once('exit', resolve))
  try {
    await waitUntilReady(port, '/readyz', child)
    return performance.now() - started
  } finally {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await exitPromise
  }
}
