import { fileURLToPath } from 'node:url'
import workerpool, { type Pool } from 'workerpool'
import { createFairLimit } from '../fair-limit.ts'

/** Idle time after which the processes of a pool end. */
const IDLE_MS = 20_000

interface Limits {
  /** Calls at once: each takes memory and a processor. */
  readonly processes: number
  /** Calls of one account at once. */
  readonly perAccount: number
  /** Bytes that a process may take for its work. */
  readonly memory: number
  /** Time limit of a call. */
  readonly milliseconds: number
}

/** A function of a module that child processes call; arguments and result are plain data. */
interface Called {
  readonly module: URL
  readonly name: string
}

/**
 * Creates a pool of child processes for code that opens strangers' files: what unpacks to gigabytes or never ends costs its own
 * process, and the portal goes on. Accounts take turns. Processes start with the first call and end when there is nothing to do.
 */
export function createChildPool({ processes, perAccount, memory, milliseconds }: Limits) {
  const limit = createFairLimit(processes, perAccount)
  let pool: Pool | undefined
  let running = 0
  let idle: NodeJS.Timeout | undefined

  /** Starts a process without the portal's environment: passwords and keys are not for code that opens strangers' files. */
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

  /** Calls an exported function in a process. Rejects too when it took too long or too much memory. */
  return <Work extends (...args: never[]) => Promise<unknown>>(
    account: string,
    { module, name }: Called,
    args: Parameters<Work>,
  ): Promise<Awaited<ReturnType<Work>>> =>
    limit(account, async (): Promise<Awaited<ReturnType<Work>>> => {
      clearTimeout(idle)
      running += 1
      try {
        pool ??= open()
        const result: unknown = await pool.exec('callExport', [module.href, name, args]).timeout(milliseconds)
        return result as Awaited<ReturnType<Work>>
      } finally {
        running -= 1
        if (running === 0) idle = setTimeout(end, IDLE_MS).unref()
      }
    })
}
