import type { FastifyBaseLogger } from 'fastify'
import { pino, type DestinationStream } from 'pino'
import type { PlatformConfig } from '../platform-config.ts'

/**
 * JSON lines on standard output. Nothing that is logged carries tokens, bodies, addresses of people or what they searched
 * for: calls are logged by their route, not by their URL, and errors by what the code says of them. The paths below are
 * the second line of defence.
 */
export function createLogger(
  { logLevel }: Pick<PlatformConfig, 'logLevel'>,
  destination: DestinationStream = standardOutput(),
): FastifyBaseLogger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: briefError },
      redact: {
        paths: ['token', 'password', 'authorization', '*.token', '*.password', '*.authorization'],
        remove: true,
      },
    },
    destination,
  )
}

/** Properties of an error that name no person and no secret. */
const TOLD = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'address',
  'port',
] as const

/**
 * An error as it is logged: only what is listed. Others carry what must not be in a log: PostgreSQL's `detail` and `where`
 * quote the row's values, the driver's errors hold the whole connection with its cancel key.
 */
function briefError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const told = Object.fromEntries(
    TOLD.flatMap((name) => {
      const value: unknown = (error as unknown as Record<string, unknown>)[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
    }),
  )
  const cause = error.cause !== undefined && depth < 3 ? { cause: briefError(error.cause, depth + 1) } : {}
  return { type: error.constructor.name, message: error.message, ...told, stack: error.stack, ...cause }
}

/** Lines are buffered for up to half a second: a write for every call would cost a tenth of the call. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
}
