import { fileURLToPath } from 'node:url'
import workerpool, { type Pool } from 'workerpool'
import { createFairLimit } from '../create-fair-limit.ts'

const IDLE_MS = 20_000

interface Limits {
  readonly processes: number
  /**
   * Maximum number of simultaneous calls of one account. Lower than `processes`, so that one account cannot
   * block others.
   */
  readonly maxPerAccount: number
  /** Memory limit of each process, in bytes. */
  readonly memory: number
  /**
   * Processor time of a call, in seconds. A process that uses up to twice this time is killed. Works only on
   * Linux.
   */
  readonly processorSeconds: number
  /**
   * Time limit of a call in milliseconds. Must be many times the processor time, because the processes have a
   * low priority and must wait on a busy machine.
   */
  readonly milliseconds: number
}

interface ExportedFunction {
  readonly module: URL
  readonly name: string
}

/**
 * Creates a pool of child processes for code that opens untrusted files: if a file expands to gigabytes, only
 * its child process is killed. The accounts that wait for a process take turns. Processes start at the first
 * call and end when the pool is idle.
 */
export function createChildPool(limits: Limits) {
  const { processes, maxPerAccount, memory, processorSeconds, milliseconds } = limits
  if (maxPerAccount >= processes) throw new RangeError('One account could hold all processes.')
  const limit = createFairLimit(processes, maxPerAccount)
  let pool: Pool | undefined
  let runningCalls = 0
  let idleTimer: NodeJS.Timeout | undefined

  /** Starts the child processes without the portal's environment, which contains passwords and keys. */
  const openPool = (): Pool =>
    workerpool.pool(fileURLToPath(new URL('./child-process.ts', import.meta.url)), {
      workerType: 'process',
      maxWorkers: processes,
      forkArgs: [String(memory)],
      forkOpts: {
        env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      },
    })

  function endPool(): void {
    void pool?.terminate()
    pool = undefined
  }

  /** Runs the function in a child process. Rejects if it exceeds the time or memory limit. */
  return <Work extends (...args: never[]) => Promise<unknown>>(
    account: string,
    { module, name }: ExportedFunction,
    args: Parameters<Work>,
  ): Promise<Awaited<ReturnType<Work>>> =>
    limit(account, async (): Promise<Awaited<ReturnType<Work>>> => {
      clearTimeout(idleTimer)
      runningCalls += 1
      try {
        pool ??= openPool()
        const callArguments = [processorSeconds, module.href, name, args]
        const result: unknown = await pool.exec('callExport', callArguments).timeout(milliseconds)
        return result as Awaited<ReturnType<Work>>
      } finally {
        runningCalls -= 1
        if (runningCalls === 0) idleTimer = setTimeout(endPool, IDLE_MS).unref()
      }
    })
}
