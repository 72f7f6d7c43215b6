import { ERRORS, errorMessage, type ErrorCode, type FieldErrors } from '@tahanan/contract/errors.ts'

/**
 * A refusal that a caller is told of, by its code in the one catalogue (`contract/errors.ts`). Everything else that is
 * thrown is a fault of ours: 500, logged whole, told without details.
 */
export class PortalError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly errors: FieldErrors | undefined
  /** Seconds until a further try makes sense; sent as `Retry-After`. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    options: { blanks?: Record<string, string | number>; errors?: FieldErrors; retryAfter?: number } = {},
  ) {
    super(errorMessage(code, options.blanks))
    this.name = 'PortalError'
    this.code = code
    this.status = ERRORS[code][0]
    this.errors = options.errors
    this.retryAfter = options.retryAfter
  }
}

/** 404: there is none, or none that this caller may know of. */
export const notFound = (): PortalError => new PortalError('notFound')

/** Returns what was looked for; throws 404 where there is none. */
export function requireFound<Found>(found: Found | null | undefined): Found {
  if (found === null || found === undefined) throw notFound()
  return found
}

/** 429 until so many seconds have passed. */
export function tooManyRequests(seconds: number): PortalError {
  const retryAfter = Math.max(1, Math.ceil(seconds))
  return new PortalError('tooManyRequests', { blanks: { when: whenOf(retryAfter) }, retryAfter })
}

/** Returns a wait in words: 'in 1 minute', 'in 3 hours', 'tomorrow'. */
function whenOf(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 12 * 60) return 'tomorrow'
  if (minutes > 90) return `in ${Math.ceil(minutes / 60)} hours`
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** 400 with messages at fields. `message` is the first of them when it stands alone, so that plain clients show it. */
export function invalidInput(errors: FieldErrors): PortalError {
  return new PortalError('invalidInput', { errors })
}
