import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { parseTime } from '@tahanan/contract/time.ts'
import { createInvalidInputError, PortalError } from './errors.ts'

/**
 * Parses `updated_at` of a body: the time at which the record was changed before the caller loaded it.
 * Returns undefined if it is missing. Adds a message to `errors` if it is not a valid date.
 */
export function parseUpdatedAt(
  body: Readonly<Record<string, unknown>>,
  timeZone: string,
  errors: FieldErrors,
): Date | undefined {
  if (!Object.hasOwn(body, 'updated_at') || body.updated_at === undefined || body.updated_at === null)
    return undefined
  const parsedTime = typeof body.updated_at === 'string' ? parseTime(body.updated_at, timeZone) : null
  if (parsedTime) return parsedTime
  errors.updated_at = ['This is not a date.']
  return undefined
}

/**
 * Does the same as `parseUpdatedAt` for a body that is not a form. Throws 400 if the value is not a valid
 * date.
 */
export function parseLastSeen(body: Readonly<Record<string, unknown>>, timeZone: string): Date | undefined {
  const errors: FieldErrors = {}
  const seenAt = parseUpdatedAt(body, timeZone, errors)
  if (errors.updated_at) throw createInvalidInputError(errors)
  return seenAt
}

export const isOutdated = (seenUpdatedAt: Date | undefined, updatedAt: Date): boolean =>
  seenUpdatedAt !== undefined && seenUpdatedAt < updatedAt

/**
 * Throws 409 if the record was changed after the caller last loaded it (rules 4.13). Records with a history
 * use `findChangeSince` instead, because it also finds who changed the record (rules 14.16).
 */
export function requireNotOutdated(seenUpdatedAt: Date | undefined, updatedAt: Date): void {
  if (isOutdated(seenUpdatedAt, updatedAt)) throw new PortalError('conflict')
}

interface ChangeEvent {
  readonly self: boolean
  readonly at: Date
}

/**
 * Returns the newest event after `seenUpdatedAt`. An event of another person takes precedence over an event
 * of the caller. `events` must be sorted newest first. Ignores the last one, the creation of the record,
 * because its time may be a millisecond after the record's `updated_at`.
 */
export function findChangeSince<Event extends ChangeEvent>(
  events: readonly Event[],
  seenUpdatedAt: Date | undefined,
): Event | undefined {
  const laterEvents = events.slice(0, -1)
  const eventsSince = seenUpdatedAt ? laterEvents.filter(({ at }) => at > seenUpdatedAt) : laterEvents
  return eventsSince.find(({ self }) => !self) ?? eventsSince[0] ?? events[0]
}
