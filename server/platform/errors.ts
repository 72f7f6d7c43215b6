import type { FreeTimeSlot } from '@tahanan/contract/answers.ts'
import { ERRORS, formatErrorMessage, type ErrorCode, type FieldErrors } from '@tahanan/contract/errors.ts'

/**
 * Expected error, such as a missing record. It is answered with a code of `contract/errors.ts`. Any other
 * error is a bug: it is logged and answered by 500.
 */
export class PortalError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly errors: FieldErrors | undefined
  /** Sentence that describes an earlier, conflicting change: 'Liza Villanueva approved it.' */
  readonly change: string | undefined
  readonly next: FreeTimeSlot | undefined
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    options: {
      placeholders?: Record<string, string | number>
      errors?: FieldErrors
      change?: string | undefined
      next?: FreeTimeSlot | undefined
      retryAfter?: number
    } = {},
  ) {
    const { change } = options
    super(
      formatErrorMessage(
        code,
        change === undefined ? options.placeholders : { ...options.placeholders, change },
      ),
    )
    this.name = 'PortalError'
    this.code = code
    this.status = ERRORS[code][0]
    this.errors = options.errors
    this.change = change
    this.next = options.next
    this.retryAfter = options.retryAfter
  }
}

/** Creates a 404 error, for a record that does not exist or that the caller must not read. */
export const createNotFoundError = (): PortalError => new PortalError('notFound')

export function requireFound<Found>(value: Found | null | undefined): Found {
  if (value === null || value === undefined) throw createNotFoundError()
  return value
}

export const createTooManyRequestsError = (seconds: number): PortalError =>
  createWaitError('tooManyRequests', seconds)

/**
 * Creates a 429 error for too many logins within a time that ends in `seconds`. `limitScope` names what was
 * counted, such as 'for this account'.
 */
export const createTooManyLoginsError = (seconds: number, limitScope: string): PortalError =>
  createWaitError('tooManyLogins', seconds, { which: limitScope })

function createWaitError(
  code: ErrorCode,
  seconds: number,
  placeholders: Record<string, string> = {},
): PortalError {
  const retryAfter = Math.max(1, Math.ceil(seconds))
  return new PortalError(code, {
    placeholders: { ...placeholders, when: describeWait(retryAfter) },
    retryAfter,
  })
}

function describeWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 12 * 60) return 'tomorrow'
  if (minutes > 90) return `in ${Math.ceil(minutes / 60)} hours`
  return `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

export function createInvalidInputError(errors: FieldErrors): PortalError {
  return new PortalError('invalidInput', { errors })
}

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100'])

export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return DISK_FULL_CODES.has(String(code)) || isDiskFull(cause)
}
