import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type PostmasterFile = { pid: number; socketFolder: string; ready: boolean }

export function loadPostmasterFile(clusterFolder: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(clusterFolder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/**
 * Returns true if the process `pid` is the server of this cluster, and not another process that got the same
 * pid later.
 */
export function isServerOfCluster(clusterFolder: string, pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  // A zombie process has an empty command line, so the result is false.
  return getCommandLine(pid).includes(`postgres -D ${clusterFolder} `)
}

/**
 * Replaces the process id (pid) in a `postmaster.pid` of a killed server. Otherwise PostgreSQL would refuse
 * to start if another process has this pid now. The other lines stay, because they name shared memory that
 * child processes of the killed server may still use.
 */
export function invalidatePostmasterFile(clusterFolder: string): void {
  const path = join(clusterFolder, 'postmaster.pid')
  if (!existsSync(path)) return
  const [first, ...rest] = readFileSync(path, 'utf8').split('\n')
  if (/^\d+$/.test(first ?? '')) writeFileSync(path, [String(UNUSED_PROCESS_ID), ...rest].join('\n'))
  else rmSync(path)
}

/** A pid that no process can have: above the maximum of Linux (2^22) and macOS (99,999). */
const UNUSED_PROCESS_ID = 2 ** 22 + 1

function getCommandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
