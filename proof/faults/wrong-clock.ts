import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareBinaries } from '@tahanan/server/platform/db/embedded/binaries.ts'
import { chooseClusterFolder } from '@tahanan/server/platform/db/embedded/choose-cluster-folder.ts'
import { toConnectionString, ensureCluster } from '@tahanan/server/platform/db/embedded/ensure-cluster.ts'
import {
  getProcessOptions,
  getServerSettings,
} from '@tahanan/server/platform/db/embedded/get-server-settings.ts'
import { loadPostmasterFile } from '@tahanan/server/platform/db/embedded/load-postmaster-file.ts'
import { stopServer } from '@tahanan/server/platform/db/embedded/server-process.ts'
import { createTemporaryFolder, waitUntil } from './portal-process.ts'

/** Debian's faketime library. A process that loads it (LD_PRELOAD) sees the simulated time. */
const LIBRARIES = ['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu/faketime/libfaketimeMT.so.1`)

export interface Clock {
  readonly environment: Record<string, string>
  /**
   * Sets the simulated time; a negative number is behind the real time. All processes see the change at once.
   */
  set(secondsAhead: number): void
  /** Returns the simulated time in milliseconds since 1970. */
  now(): number
  remove(): void
}

/** Creates a clock for simulated time. Returns undefined if faketime is not installed. */
export function createClock(): Clock | undefined {
  const library = LIBRARIES.find((path) => existsSync(path))
  if (!library) return undefined
  const folder = createTemporaryFolder('clock')
  const file = join(folder, 'ahead')
  let currentSecondsAhead = 0
  const setSecondsAhead = (secondsAhead: number): void => {
    currentSecondsAhead = secondsAhead
    writeFileSync(file, `${secondsAhead < 0 ? '' : '+'}${secondsAhead}\n`)
  }
  setSecondsAhead(0)
  return {
    environment: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Does not simulate the monotonic clock, which measures intervals: setting a machine's clock does not
      // change it.
      DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      NO_FAKE_STAT: '1',
    },
    set: setSecondsAhead,
    now: () => Date.now() + currentSecondsAhead * 1000,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export async function startDatabaseWithClock(
  clock: Clock,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = createTemporaryFolder('clocked')
  const { cluster, user } = chooseClusterFolder(dataDir)
  const binaries = prepareBinaries(user)
  await ensureCluster(cluster, binaries, user, { durable: false })
  const options = getProcessOptions(user)
  const server: ChildProcess = spawn(
    join(binaries.bin, 'postgres'),
    ['-D', cluster, ...getServerSettings(cluster, { durable: false })],
    { ...options, env: { ...options.env, ...clock.environment }, stdio: 'ignore' },
  )
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null
  await waitUntil(
    () => hasEnded() || loadPostmasterFile(cluster)?.ready === true,
    'the database did not start',
  )
  if (hasEnded()) throw new Error(`The database ended with ${server.exitCode ?? server.signalCode}.`)
  return {
    url: toConnectionString(cluster),
    stop: async () => {
      await stopServer(server.pid ?? 0, hasEnded)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
