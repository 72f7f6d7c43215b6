import { execFileSync, spawn } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareBinaries } from './binaries.ts'
import { getProcessOptions, getServerSettings } from './get-server-settings.ts'
import { loadPostmasterFile } from './load-postmaster-file.ts'
import { isRoot } from './ordinary-user.ts'
import { stopServer } from './server-process.ts'
import { createTemporaryFolder } from './start-temporary.ts'

export const copyCluster = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to])

export async function startCopy(
  stoppedCluster: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ socketFolder: string; stop: () => Promise<void> }> {
  const folder = createTemporaryFolder()
  const cluster = join(folder, 'postgres')
  copyCluster(stoppedCluster, cluster)
  const { uid, gid } = statSync(cluster)
  const user = isRoot() ? { name: `uid ${uid}`, uid, gid } : undefined
  const options = getProcessOptions(user)
  const server = spawn(
    join(prepareBinaries(user).bin, 'postgres'),
    ['-D', cluster, ...getServerSettings(cluster, { durable: false })],
    { ...options, env: { ...options.env, ...environment }, stdio: 'ignore' },
  )
  const isGone = () => server.exitCode !== null || server.signalCode !== null
  while (!isGone() && loadPostmasterFile(cluster)?.ready !== true) await sleep(10)
  if (isGone()) throw new Error(`The database ended with ${server.exitCode ?? server.signalCode}.`)
  return {
    socketFolder: cluster,
    stop: async () => {
      await stopServer(server.pid ?? 0, isGone)
      rmSync(dirname(cluster), { recursive: true, force: true })
    },
  }
}
