import { withTimeout } from '#platform/with-timeout.ts'

export type Shutdown = {
  /** Registers a step. Steps run in reverse order of their registration. */
  onStop: (name: string, step: () => Promise<unknown>) => void
  stop: () => Promise<void>
  isStopping: () => boolean
}

type ShutdownLog = Record<'info' | 'error', (details: object, message: string) => void>

const STEP_LIMIT_MS = 25_000

/** Logs a step that fails or takes too long, then runs the next step. */
export function createShutdown(log: ShutdownLog, stepLimitMs = STEP_LIMIT_MS): Shutdown {
  const steps: { name: string; step: () => Promise<unknown> }[] = []
  let stopPromise: Promise<void> | undefined

  const runSteps = async (): Promise<void> => {
    for (let nextStep = steps.pop(); nextStep; nextStep = steps.pop()) {
      const { name, step } = nextStep
      log.info({ step: name }, 'stopping')
      await withTimeout(step(), stepLimitMs, `it took longer than ${stepLimitMs} ms`).catch(
        (error: unknown) => log.error({ err: error }, `stopping: ${name}`),
      )
    }
  }
  return {
    onStop: (name, step) => void steps.push({ name, step }),
    stop: () => (stopPromise ??= runSteps()),
    isStopping: () => stopPromise !== undefined,
  }
}

/**
 * Stops the portal and ends the process at SIGTERM or SIGINT, and when its parent `npm start` has died
 * without forwarding a signal. A second signal ends the process at once; the database is then stopped by its
 * watchdog.
 */
export function stopOnSignals(shutdown: Shutdown): void {
  let isStopping = false
  const stopAndExit = (): void => {
    isStopping = true
    void shutdown.stop().finally(() => process.exit(0))
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(signal === 'SIGINT' ? 130 : 143)
    stopAndExit()
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)

  // `npm start` replaces its shell with this process (exec), so the parent is npm itself.
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] === 'start') {
    setInterval(() => !isStopping && process.ppid !== parent && stopAndExit(), PARENT_CHECK_MS).unref()
  }
}

const PARENT_CHECK_MS = 250
