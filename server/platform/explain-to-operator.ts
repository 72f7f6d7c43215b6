import { DatabaseError } from 'pg'
import { isDatabaseUnavailable } from './db/is-database-unavailable.ts'
import { isDiskFull, PortalError } from './errors.ts'

const INSUFFICIENT_PRIVILEGE_CODE = '42501'

/**
 * Returns the text that explains to the operator why the portal or a command ended. For errors that the
 * operator can fix (plain Errors, `kinds`, errors of the database and of the file store) it is the message;
 * for bugs it is the stack trace.
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
  if (error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE_CODE)
    return `The role of the portal may not do this in the database: ${error.message}. Make it the owner of the database.`
  if (isDatabaseUnavailable(error)) return `The database is not available: ${getErrorMessage(error)}.`
  if (error instanceof PortalError)
    return error.cause === undefined
      ? error.message
      : `The file store cannot be used: ${getErrorMessage(error.cause)}.`
  return error.stack ?? error.message
}

/**
 * Returns an error's message. A host with several addresses causes an AggregateError, whose own message is
 * empty; then the message of the first error is returned.
 */
export function getErrorMessage(error: unknown): string {
  const firstError: unknown = error instanceof AggregateError ? error.errors[0] : error
  return firstError instanceof Error ? firstError.message || firstError.name : String(firstError)
}
