import { fileURLToPath } from 'node:url'
import workerpool, { type Pool } from 'workerpool'
import { createFairLimit } from '../create-fair-limit.ts'

const IDLE_MS = 20_000

interface Limits {
  readonly processes: number
  /** Concurrent calls of one account. Fewer than `processes`, so that one account cannot block the others. */
  readonly perAccount: number
  /** In bytes, for each process. */
  readonly memory: number
  /** Seconds of processor time per call; a process ends at twice as many at the latest. On Linux only. */
  readonly processorSeconds: number
  /**
   * Time limit of a call. Processes have a low priority, so on a busy machine they need many times their
   * processor time.
   */
  readonly milliseconds: number
}

interface ExportedFunction {
  readonly module: URL
  readonly name: string
}

/**
 * Creates a pool of child processes for code that opens untrusted files: a file that unpacks to gigabytes
 * kills only its own process. Accounts take turns. Processes start at the first call and end when idle.
 */
export function createChildPool(limits: Limits) {
  const { processes, perAccount, memory, processorSeconds, milliseconds } = limits
  if (perAccount >= processes) throw new RangeError('One account could hold all processes.')
  const limit = createFairLimit(processes, perAccount)
  let pool: Pool | undefined
  let running = 0
  let idle: NodeJS.Timeout | undefined

  /** Opens the pool without the portal's environment variables, which contain passwords and keys. */
  const open = (): Pool =>
    workerpool.pool(fileURLToPath(new URL('./child-process.ts', import.meta.url)), {
      workerType: 'process',
      maxWorkers: processes,
      forkArgs: [String(memory)],
      forkOpts: {
        env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      },
    })

  function end(): void {
    void pool?.terminate()
    pool = undefined
  }

  /** Rejects if the call exceeds the limits of time or memory. */
  return <Work extends (...args: never[]) => Promise<unknown>>(
    account: string,
    { module, name }: ExportedFunction,
    args: Parameters<Work>,
  ): Promise<Awaited<ReturnType<Work>>> =>
    limit(account, async (): Promise<Awaited<ReturnType<Work>>> => {
      clearTimeout(idle)
      running += 1
      try {
        pool ??= open()
        const called = [processorSeconds, module.href, name, args]
        const result: unknown = await pool.exec('callExport', called).timeout(milliseconds)
        return result as Awaited<ReturnType<Work>>
      } finally {
        running -= 1
        if (running === 0) idle = setTimeout(end, IDLE_MS).unref()
      }
    })
}
