import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { parseTime } from '@tahanan/contract/time.ts'
import { createInvalidInputError, PortalError } from './errors.ts'

/**
 * Returns the `updated_at` that the caller saw last; undefined if it is missing. Adds a message to `errors`
 * if it is not a valid date.
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

/** Expects a body that is not a form. Throws 400 if the value is not a valid date. */
export function parseLastSeen(body: Readonly<Record<string, unknown>>, timeZone: string): Date | undefined {
  const errors: FieldErrors = {}
  const seenAt = parseUpdatedAt(body, timeZone, errors)
  if (errors.updated_at) throw createInvalidInputError(errors)
  return seenAt
}

export const isOutdated = (seenUpdatedAt: Date | undefined, updatedAt: Date): boolean =>
  seenUpdatedAt !== undefined && seenUpdatedAt < updatedAt

/**
 * Throws 409 if the record was changed after the caller last saw it (rules 4.13). For records with a history
 * `findChangeSince` is used instead, because it also finds the author of the change (rules 14.16).
 */
export function requireNotOutdated(seenUpdatedAt: Date | undefined, updatedAt: Date): void {
  if (isOutdated(seenUpdatedAt, updatedAt)) throw new PortalError('conflict')
}

interface ReadEvent {
  readonly self: boolean
  readonly at: Date
}

/**
 * Returns the newest event after `seenUpdatedAt`; events of other people take precedence over the reader's
 * own. `events` must be sorted newest first. Ignores the last one, the creation, because it may be written a
 * millisecond after the record's `updated_at`.
 */
export function findChangeSince<Event extends ReadEvent>(
  events: readonly Event[],
  seenUpdatedAt: Date | undefined,
): Event | undefined {
  const laterEvents = events.slice(0, -1)
  const eventsSince = seenUpdatedAt ? laterEvents.filter(({ at }) => at > seenUpdatedAt) : laterEvents
  return eventsSince.find(({ self }) => !self) ?? eventsSince[0] ?? events[0]
}
