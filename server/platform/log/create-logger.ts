import type { FastifyBaseLogger } from 'fastify'
import { pino, type DestinationStream } from 'pino'
import type { PlatformConfig } from '../platform-config.ts'
import { countLogged } from './list-recent-errors.ts'

/**
 * Creates a log of JSON lines on standard output. No line contains tokens, bodies, personal data or search
 * terms: calls are logged by route, errors by `LOGGED_PROPERTIES`. `redact` is defence in depth.
 */
export function createLogger(
  { logLevel }: Pick<PlatformConfig, 'logLevel'>,
  destination: DestinationStream = openStandardOutput(),
): FastifyBaseLogger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: toLoggedError },
      hooks: {
        logMethod(words, write, level) {
          countLogged(level, words)
          write.apply(this, words)
        },
      },
      redact: {
        paths: ['token', 'password', 'authorization', '*.token', '*.password', '*.authorization'],
        remove: true,
      },
    },
    destination,
  )
}

const LOGGED_PROPERTIES = [
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
 * Other properties are unsafe: `detail` and `where` of PostgreSQL quote values of the row, and the driver's
 * errors contain the connection with its cancel key.
 */
function toLoggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const properties = Object.fromEntries(
    LOGGED_PROPERTIES.flatMap((name) => {
      const value: unknown = (error as unknown as Record<string, unknown>)[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : []
    }),
  )
  const cause = error.cause !== undefined && depth < 3 ? { cause: toLoggedError(error.cause, depth + 1) } : {}
  return { type: error.constructor.name, message: error.message, ...properties, stack: error.stack, ...cause }
}

/** Buffers lines for up to half a second, because a write per call would take a tenth of the call's time. */
function openStandardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
}
