import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { worker } from 'workerpool'

/**
 * Limits a resource of this process. Does nothing except on Linux, because only Linux has the program
 * `prlimit`.
 */
function setResourceLimit(resource: string): void {
  if (process.platform !== 'linux') return
  try {
    execFileSync('prlimit', [`--pid=${process.pid}`, resource])
  } catch (error) {
    console.error('Files are parsed without a limit: prlimit (util-linux) failed.', error)
  }
}

function limitMemory(bytes: number): void {
  if (process.platform !== 'linux') return
  const [, kilobytes] = /VmData:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  setResourceLimit(`--data=${Number(kilobytes) * 1024 + bytes}`)
}

/** Current processor time limit (RLIMIT_CPU), in seconds since the process started. */
let processorLimit = 0

/**
 * Raises the processor time limit if fewer than `seconds` remain. Adds twice as many seconds, so that
 * `prlimit` need not run for every call.
 */
function limitProcessor(seconds: number): void {
  const { user, system } = process.cpuUsage()
  const usedSeconds = Math.ceil((user + system) / 1_000_000)
  if (processorLimit - usedSeconds >= seconds) return
  processorLimit = usedSeconds + 2 * seconds
  // Sets only the soft limit, because a hard limit could not be raised for the next call. Reaching the soft
  // limit ends the process too.
  setResourceLimit(`--cpu=${processorLimit}:`)
}

type Exports = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

limitMemory(Number(process.argv[2]))
setPriority(10)

// Modules are imported when they are first used. A process that parses spreadsheets never loads the image
// library.
worker({
  callExport: async (processorSeconds: number, module: string, name: string, args: readonly unknown[]) => {
    limitProcessor(processorSeconds)
    const exports: Exports = await import(module)
    return exports[name]?.(...args)
  },
})
