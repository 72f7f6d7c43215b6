import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { worker } from 'workerpool'
import type { prepareImage } from './image.ts'
import type { cleanPdf } from './pdf/clean-pdf.ts'

/**
 * Limits the memory of this process beyond that of Node at its start. Linux only; elsewhere the limits on pixels and on
 * unpacked data have to do.
 */
function limitMemory(bytes: number): void {
  if (process.platform !== 'linux') return
  const [, kilobytes] = /VmData:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  try {
    execFileSync('prlimit', [`--pid=${process.pid}`, `--data=${Number(kilobytes) * 1024 + bytes}`])
  } catch (error) {
    console.error(
      'Pictures and PDFs are opened without a limit of memory: prlimit (util-linux) failed.',
      error,
    )
  }
}

limitMemory(Number(process.argv[2]))
// Calls go first.
setPriority(10)

// Loaded when they are needed: an office that imports needs no picture.
const methods: { prepareImage: typeof prepareImage; cleanPdf: typeof cleanPdf } = {
  prepareImage: async (...args) => (await import('./image.ts')).prepareImage(...args),
  cleanPdf: async (...args) => (await import('./pdf/clean-pdf.ts')).cleanPdf(...args),
}
worker(methods)
