import { isDiskFull } from './disk-full.ts'

/**
 * Explains why the portal or a command ended: a sentence for errors that the operator can mend, which are plain Errors and those
 * of `kinds`; a stack for our own faults.
 */
export function explainToOperator(
  error: unknown,
  kinds: readonly (abstract new (...args: never[]) => Error)[],
): string {
  if (!(error instanceof Error)) return String(error)
  if (isDiskFull(error))
    return `There is no room left on the disk (${error.message}). Nothing half-done was kept: make room and try again.`
  const forOperator = error.constructor === Error || kinds.some((kind) => error instanceof kind)
  return forOperator ? error.message : (error.stack ?? error.message)
}
