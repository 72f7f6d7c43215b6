import { createApiQuery } from '#lib/api/create-api-query.ts'
import type { AmenityBookings, AmenityDays, AmenityTimes } from '@tahanan/contract/amenities/answers.ts'
import type { WaitingEntry } from '@tahanan/contract/amenities/waiting.ts'

/**
 * Loads the days of a month (`YYYY-MM`). Polls, because residents get no live event for bookings of others.
 */
export const amenityDaysQuery = (amenityId: number, month: string) =>
  createApiQuery<AmenityDays>(
    ['slots', 'days', amenityId, month],
    '/amenity-days',
    { amenityId, month },
    { staleTime: 0, refetchInterval: 30_000 },
  )

export const amenityTimesQuery = (amenityId: number, date: string) =>
  createApiQuery<AmenityTimes>(
    ['slots', 'times', amenityId, date],
    '/amenity-times',
    { amenityId, date },
    { staleTime: 0, refetchInterval: 10_000 },
  )

/**
 * Loads the waiting-list entries. Polls, because residents get a notification but no live event when a time
 * is offered to them.
 */
export const waitingEntriesQuery = createApiQuery<WaitingEntry[]>(
  ['slots', 'waiting'],
  '/waiting-entries',
  {},
  { staleTime: 0, refetchInterval: 10_000 },
)

export const amenityBookingsQuery = (from: string, to: string) =>
  createApiQuery<AmenityBookings>(
    ['slots', 'office', from, to],
    '/amenity-bookings',
    { from, to },
    { staleTime: 0 },
  )
