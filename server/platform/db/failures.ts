/** Codes of the system and of PostgreSQL for a database that is away or overloaded. */
const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '53100', // its disk is full
  '53200', // it has no memory left
  '53300', // too many connections
  '57014', // the query took longer than the limit
  '57P01', // stopped by an administrator
  '57P02', // a crash elsewhere in the server
  '57P03', // starting up or shutting down
  '55P03', // a lock was not to be had in time
])

/** Messages of the pg driver, without a code, when an answer or a connection does not come. */
const UNAVAILABLE_MESSAGE =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/

/** Whether an error means that the database could not answer (503), not that the query was wrong (500). */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as { code?: unknown; syscall?: unknown }
  // No socket to connect to: the embedded server is being started again.
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string') return UNAVAILABLE.has(code) || code.startsWith('08')
  if (UNAVAILABLE_MESSAGE.test(error.message)) return true
  return isDatabaseUnavailable(error.cause)
}
