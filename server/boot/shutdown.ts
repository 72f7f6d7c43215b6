import { withTimeout } from '#platform/with-timeout.ts'

export type Shutdown = {
  /** Registers a step of the shutdown. The step that was registered last runs first. */
  onStop: (name: string, step: () => Promise<unknown>) => void
  stop: () => Promise<void>
  isStopping: () => boolean
}

type ShutdownLog = Record<'info' | 'error', (details: object, message: string) => void>

const STEP_LIMIT_MS = 25_000

/**
 * Creates a list of steps that stop the portal. A step that fails or takes too long is logged, then the next
 * step runs.
 */
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
 * Stops the portal and ends the process at SIGTERM or SIGINT, and when its parent `npm start` has ended
 * without sending a signal. A second signal ends the process at once; then another process, the watchdog,
 * stops the database.
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

  // The parent process is npm itself: `npm start` starts its shell with `exec`, so the shell is replaced by
  // this process.
  const parent = process.ppid
  if (process.env['npm_lifecycle_event'] === 'start') {
    setInterval(() => !isStopping && process.ppid !== parent && stopAndExit(), PARENT_CHECK_MS).unref()
  }
}

const PARENT_CHECK_MS = 250
