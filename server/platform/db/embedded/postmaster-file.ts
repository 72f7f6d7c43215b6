import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lines of `postmaster.pid` that the portal reads. */
type PostmasterFile = { pid: number; socketFolder: string; ready: boolean }

/** Reads `postmaster.pid`: undefined when there is none or it is not (yet) readable as one. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    if (!Number.isInteger(pid) || pid <= 0) return undefined
    return { pid, socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** True when process `pid` lives and is the PostgreSQL server of this very cluster, not some other process with its number. */
export function isServerOf(cluster: string, pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  // A server that ended but was not collected by its parent has no command line any more.
  return commandLine(pid).includes(`postgres -D ${cluster} `)
}

/**
 * Makes a `postmaster.pid` that no living server owns harmless. Its process number may by now belong to another process,
 * for which PostgreSQL would refuse to start; the rest is kept, since PostgreSQL finds in it the shared memory
 * that a still-running child of a killed server may be using.
 */
export function disarmPostmasterFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return
  const [first, ...rest] = readFileSync(path, 'utf8').split('\n')
  if (/^\d+$/.test(first ?? '')) writeFileSync(path, [String(NO_PROCESS), ...rest].join('\n'))
  else rmSync(path)
}

/** Above the highest process number of Linux (2^22) and macOS (99,999), so it never is one. */
const NO_PROCESS = 2 ** 22 + 1

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
