import { DatabaseError } from 'pg'
import { isDatabaseUnavailable } from './db/is-database-unavailable.ts'
import { isDiskFull, PortalError } from './errors.ts'

const NO_RIGHT = '42501'

/**
 * Explains why the portal or a command ended: the message of errors that the operator can resolve (plain
 * Errors, `kinds`, and refusals of the database and the file store), the stack trace of bugs.
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
  const isForOperator = error.constructor === Error || kinds.some((kind) => error instanceof kind)
  if (isForOperator) return error.message
  if (error instanceof DatabaseError && error.code === NO_RIGHT)
    return `The role of the portal may not do this in the database: ${error.message}. Make it the owner of the database.`
  if (isDatabaseUnavailable(error)) return `The database does not answer: ${getErrorMessage(error)}.`
  if (error instanceof PortalError)
    return error.cause === undefined
      ? error.message
      : `The file store cannot be used: ${getErrorMessage(error.cause)}.`
  return error.stack ?? error.message
}

/** A host with several addresses causes an AggregateError with an empty message. */
export function getErrorMessage(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message || first.name : String(first)
}
