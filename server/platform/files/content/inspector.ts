import { fileURLToPath } from 'node:url'
import workerpool, { type Pool } from 'workerpool'
import { createFairLimit } from './fair-limit.ts'
import type { prepareImage } from './image.ts'
import type { isHarmlessPdf } from './pdf.ts'

/**
 * Looks into pictures and PDFs in child processes, which know nothing but the path of a file: what unpacks to gigabytes or
 * never ends costs its own process, and the portal goes on.
 */
interface Inspector {
  /** `prepareImage` of `image.ts`. Accounts take turns. Rejects too when it took too long or too much memory. */
  prepareImage(account: string, ...args: Parameters<typeof prepareImage>): ReturnType<typeof prepareImage>
  /** `isHarmlessPdf` of `pdf.ts`; false too when it took too long or too much memory. */
  isHarmlessPdf(account: string, path: string): ReturnType<typeof isHarmlessPdf>
}

interface InspectorLimits {
  /** Bytes that a process may take for its work. */
  readonly memory: number
  /** For one file. */
  readonly milliseconds: number
}

const LIMITS: InspectorLimits = { memory: 768 * 1024 * 1024, milliseconds: 30_000 }
/** Files inspected at once: each takes memory and a processor. */
const PROCESSES = 2
/** Idle time after which a process ends. */
const IDLE_MS = 20_000

/** Creates an inspector; its processes start with the first file and end when there is nothing to do. */
export function createInspector({ memory, milliseconds }: InspectorLimits = LIMITS): Inspector {
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

  const inspect = <Result>(account: string, work: (children: Pool) => Promise<Result>): Promise<Result> =>
    limit(account, async () => {
      clearTimeout(idle)
      running += 1
      try {
        return await work((pool ??= open()))
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
    prepareImage: (account, ...args) =>
      inspect(
        account,
        async (children) =>
          await children.exec<typeof prepareImage>('prepareImage', args).timeout(milliseconds),
      ),
    isHarmlessPdf: (account, path) =>
      inspect(
        account,
        async (children) =>
          await children.exec<typeof isHarmlessPdf>('isHarmlessPdf', [path]).timeout(milliseconds),
      ).catch(() => false),
  }
}

/** The one of this process. */
export const inspector = createInspector()
