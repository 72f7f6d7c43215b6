import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { worker } from 'workerpool'

/** Works only on Linux, which has `prlimit`. */
function limit(resource: string): void {
  if (process.platform !== 'linux') return
  try {
    execFileSync('prlimit', [`--pid=${process.pid}`, resource])
  } catch (error) {
    console.error('Files are parsed without a limit: prlimit (util-linux) failed.', error)
  }
}

/** Limits the memory of this process to `bytes` more than now. */
function limitMemory(bytes: number): void {
  if (process.platform !== 'linux') return
  const [, kilobytes] = /VmData:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  limit(`--data=${Number(kilobytes) * 1024 + bytes}`)
}

/** Current limit (RLIMIT_CPU): seconds of processor time since the process started. */
let processorLimit = 0

/**
 * Grants this process at least `seconds` of processor time, and at most twice as many, so that not every call
 * runs a program.
 */
function limitProcessor(seconds: number): void {
  const { user, system } = process.cpuUsage()
  const used = Math.ceil((user + system) / 1_000_000)
  if (processorLimit - used >= seconds) return
  processorLimit = used + 2 * seconds
  // The soft limit, which ends the process; a hard limit could not be raised again.
  limit(`--cpu=${processorLimit}:`)
}

type Exports = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

limitMemory(Number(process.argv[2]))
setPriority(10)

// Modules are loaded on first use: a process that parses imports needs no image library.
worker({
  callExport: async (processorSeconds: number, module: string, name: string, args: readonly unknown[]) => {
    limitProcessor(processorSeconds)
    const exports: Exports = await import(module)
    return exports[name]?.(...args)
  },
})
