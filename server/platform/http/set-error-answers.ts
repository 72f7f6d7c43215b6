import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '#platform/db/is-database-unavailable.ts'
import type { ErrorAnswer } from '@tahanan/contract/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { createMissingPermissionError } from '../actor.ts'
import { createInvalidInputError, isDiskFull, PortalError } from '../errors.ts'
import { InvalidCall, toFieldErrors } from './compile-validator.ts'
import type { PortalApp } from './portal-app.ts'

/**
 * Answers each error with `{ code, message, errors? }` and the status of its code in `ERRORS` (rules 14.5).
 */
export function addErrorHandler(app: PortalApp): void {
  app.setErrorHandler((error, request, reply) => {
    answerError(error, request, reply)
  })
}

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // A missing permission is reported before errors in the body (rules 14.7).
  const isRead = error instanceof PortalError && error.code === 'missingPermission'
  const reportedError =
    request.denied && !isRead ? createMissingPermissionError(...request.denied({})) : error
  const refusal = toRefusal(reportedError, request.routeOptions.bodyLimit)
  request.refused = refusal
  // Expected errors are not logged unless they have a cause, because their message may contain input of the
  // caller.
  if (refusal.status >= 500 && (!(error instanceof PortalError) || error.cause !== undefined)) {
    const logLevel = refusal.status === 500 ? 'error' : 'warn'
    request.log[logLevel]({ err: error, route: request.routeOptions.url }, 'a call failed')
  }
  if (refusal.retryAfter !== undefined) reply.header('retry-after', Math.ceil(refusal.retryAfter))
  if (refusal.code === 'unavailable') reply.header('retry-after', 5)
  reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(toBody(refusal)))
}

/**
 * Builds the body of an error answer. If only one field is wrong, its error text is also the `message`, for
 * clients that show only the `message`.
 */
function toBody({ code, message, errors, change, next }: PortalError): ErrorAnswer {
  if (!errors) return { code, message, ...(change !== undefined && { change }), ...(next && { next }) }
  const messages = Object.values(errors).flat()
  return { code, message: (messages.length === 1 ? messages[0] : undefined) ?? message, errors }
}

export function toRefusal(error: unknown, bodyLimit: number = LIMITS.jsonBody): PortalError {
  if (error instanceof PortalError) return error
  if (error instanceof InvalidCall) return toInvalidInputError(error)
  const { code = '', statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new PortalError('tooLarge', { placeholders: { limit: formatSize(bodyLimit) } })
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new PortalError('unsupportedMediaType')
  if (isDiskFull(error)) return new PortalError('storageFull')
  if (isDatabaseUnavailable(error) || RETRYABLE_CODES.test(code)) return new PortalError('unavailable')
  if (UNSTORABLE_VALUE_CODES.test(code)) return new PortalError('badRequest')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new PortalError(statusCode === 404 ? 'notFound' : 'badRequest')
  return new PortalError('internal')
}

function toInvalidInputError({ httpPart, problems }: InvalidCall): PortalError {
  if (httpPart === 'params' && problems.every(({ keyword }) => keyword === 'maximum'))
    return new PortalError('notFound')
  const errors = toFieldErrors(problems)
  return Object.keys(errors).length > 0 ? createInvalidInputError(errors) : new PortalError('badRequest')
}

// SQLSTATE codes for characters and numbers that no column can store. Usually the schemas of the routes
// refuse such values first.
const UNSTORABLE_VALUE_CODES = /^(22021|22P05|22003)$/

// SQLSTATE codes of a serialisation failure and a deadlock, after which a retry may succeed.
const RETRYABLE_CODES = /^(40001|40P01)$/

const formatSize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} kB` : `${Math.round(bytes / 1024 / 1024)} MB`
