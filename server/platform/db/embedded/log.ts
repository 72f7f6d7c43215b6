/** Logger of the supervisor; pino's fits as it stands. */
export type SupervisorLog = {
  debug: (message: string) => void
  info: (message: string) => void
  warn: (message: string) => void
}

/** Says nothing: for tests and short commands. */
export const silentLog: SupervisorLog = { debug: () => {}, info: () => {}, warn: () => {} }
