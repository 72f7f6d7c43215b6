import { fileURLToPath } from 'node:url'
import workerpool, { type Pool } from 'workerpool'
import { createFairLimit } from './fair-limit.ts'
import type { prepareImage } from './image.ts'
import type { cleanPdf } from './pdf/clean-pdf.ts'

/** Bytes that a process may take for its work. */
const MEMORY = 768 * 1024 * 1024
/** Milliseconds for one file. */
const TIME_LIMIT_MS = 30_000
/** Files inspected at once: each takes memory and a processor. */
const PROCESSES = 2
/** Idle time after which a process ends. */
const IDLE_MS = 20_000

/**
 * Creates an inspector, which looks into pictures and PDFs in child processes that know nothing but the path of a file: what
 * unpacks to gigabytes or never ends costs its own process, and the portal goes on. Accounts take turns. The processes start with
 * the first file and end when there is nothing to do.
 */
export function createInspector({ memory = MEMORY, milliseconds = TIME_LIMIT_MS } = {}) {
  const limit = createFairLimit(PROCESSES)
  let pool: Pool | undefined
  let running = 0
  let idle: NodeJS.Timeout | undefined

  /** Starts a process without the portal's environment: passwords and keys are not for code that opens strangers' files. */
  const open = (): Pool =>
    workerpool.pool(fileURLToPath(new URL('inspect-process.ts', import.meta.url)), {
      workerType: 'process',
      maxWorkers: PROCESSES,
      forkArgs: [String(memory)],
      forkOpts: {
        env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      },
    })

  const inspect = <Work extends typeof prepareImage | typeof cleanPdf>(
    account: string,
    method: 'prepareImage' | 'cleanPdf',
    args: Parameters<Work>,
  ) =>
    limit(account, async () => {
      clearTimeout(idle)
      running += 1
      try {
        pool ??= open()
        return await pool.exec<Work>(method, args).timeout(milliseconds)
      } finally {
        running -= 1
        if (running === 0) idle = setTimeout(end, IDLE_MS).unref()
      }
    })

  function end(): void {
    void pool?.terminate()
    pool = undefined
  }

  return {
    /** `prepareImage` of `image.ts`. Rejects too when it took too long or too much memory. */
    prepareImage: (account: string, ...args: Parameters<typeof prepareImage>) =>
      inspect<typeof prepareImage>(account, 'prepareImage', args),
    /** `cleanPdf` of `pdf/clean-pdf.ts`; unreadable too when it took too long or too much memory. */
    cleanPdf: (account: string, path: string) =>
      inspect<typeof cleanPdf>(account, 'cleanPdf', [path]).catch(() => 'pdfUnreadable' as const),
  }
}

/** The one of this process. */
export const inspector = createInspector()
