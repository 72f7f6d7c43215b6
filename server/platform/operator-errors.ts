import { isDiskFull } from './errors.ts'

/**
 * Explains why the portal or a command ended: the message of errors that the operator can resolve (plain
 * Errors and `kinds`), the stack trace of bugs.
 */
export function explainToOperator(
  error: unknown,
  kinds: readonly (abstract new (...args: never[]) => Error)[],
): string {
  if (!(error instanceof Error)) return String(error)
  if (isDiskFull(error))
    return (
      `There is no room left on the disk (${error.message}). ` +
      'The unfinished change was rolled back: make room and try again.'
    )
  const forOperator = error.constructor === Error || kinds.some((kind) => error instanceof kind)
  return forOperator ? error.message : (error.stack ?? error.message)
}
