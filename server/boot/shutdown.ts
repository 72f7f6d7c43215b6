import { withTimeout } from '#platform/with-timeout.ts'

/** Stops what was started, in the opposite order. */
export type Shutdown = {
  /** Adds a step; the last one added is taken first. */
  onStop: (name: string, step: () => Promise<unknown>) => void
  stop: () => Promise<void>
}

type ShutdownLog = { error: (details: object, message: string) => void }

/** Time-out of one step, after which the next is taken. */
const STEP_LIMIT_MS = 25_000

/** Collects the steps; a step that fails or hangs does not keep the later ones from being taken. */
export function collectShutdown(log: ShutdownLog, stepLimitMs = STEP_LIMIT_MS): Shutdown {
  const steps: { name: string; step: () => Promise<unknown> }[] = []
  let stopping: Promise<void> | undefined

  const takeAll = async (): Promise<void> => {
    for (let next = steps.pop(); next; next = steps.pop()) {
      const { name, step } = next
      await withTimeout(step(), stepLimitMs, `it took longer than ${stepLimitMs} ms`).catch(
        (error: unknown) => log.error({ err: error }, `stopping: ${name}`),
      )
    }
  }
  return {
    onStop: (name, step) => void steps.push({ name, step }),
    stop: () => (stopping ??= takeAll()),
  }
}

/**
 * Stops and ends the process at SIGTERM and SIGINT, and when the `npm start` that it belongs to has died without passing
 * a signal on (kill -9 of npm). A second signal ends it at once; the database's watchdog then stops that.
 */
export function stopWhenAsked(shutdown: Shutdown): void {
  let asked = false
  const end = (): void => {
    asked = true
    void shutdown.stop().finally(() => process.exit(0))
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked) process.exit(signal === 'SIGINT' ? 130 : 143)
    end()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)

  // `npm start` replaces its shell with this process (exec), so that the parent is npm itself.
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] === 'start') {
    setInterval(() => !asked && process.ppid !== parent && end(), PARENT_CHECK_MS).unref()
  }
}

const PARENT_CHECK_MS = 250
