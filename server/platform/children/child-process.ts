import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { worker } from 'workerpool'

/** Limits the memory of this process to `bytes` more than now; on Linux only. */
function limitMemory(bytes: number): void {
  if (process.platform !== 'linux') return
  const [, kilobytes] = /VmData:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  try {
    execFileSync('prlimit', [`--pid=${process.pid}`, `--data=${Number(kilobytes) * 1024 + bytes}`])
  } catch (error) {
    console.error('Files are parsed without a memory limit: prlimit (util-linux) failed.', error)
  }
}

type Exports = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>

limitMemory(Number(process.argv[2]))
// Lower than the server: calls are answered first.
setPriority(10)

// Modules are loaded on first use: a process that parses imports needs no image library.
worker({
  callExport: async (module: string, name: string, args: readonly unknown[]) => {
    const exports: Exports = await import(module)
    return exports[name]?.(...args)
  },
})
