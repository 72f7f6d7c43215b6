import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { DestinationStream } from 'pino'
import type { Config } from '../config.ts'

/**
 * JSON lines on standard output. Nothing that is logged carries tokens, bodies, addresses of people or what they searched
 * for: calls are logged by their route, not by their URL, and errors by what the code says of them. The paths below are
 * the second line of defence.
 */
export function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination: DestinationStream = standardOutput(),
): FastifyBaseLogger {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // PostgreSQL's `detail` and `where` quote the row's values.
      redact: {
        paths: [
          'token',
          'password',
          'authorization',
          '*.token',
          '*.password',
          '*.authorization',
          'err.detail',
          'err.where',
          'err.parameters',
        ],
        remove: true,
      },
    },
    destination,
  )
}

/** Lines are gathered for up to half a second: a write for every call would cost a tenth of what the call costs. */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 500 })
}
