import { Type } from 'typebox'
import {
  Day,
  Id,
  nullable,
  NullableText,
  oneOf,
  TenantOption,
  IsoTime,
  Time,
  text,
  type Answer,
} from '../answers.ts'
import { toFieldSchema } from '../forms/answers.ts'
import { amenityRulesForm } from './rules.ts'

export const AmenityRulesWithVersion = Type.Object({
  ...Object.fromEntries(
    Object.entries(amenityRulesForm.fields).map(([key, field]) => [key, toFieldSchema(field)]),
  ),
  updated_at: Time,
})

const DayState = oneOf(['free', 'partly', 'full', 'closed'])

/** Booking calendar of an amenity for one month, as the user who requests it may see it (rules 25.6). */
export const AmenityDays = Type.Object({
  rules: Type.Array(text, { description: 'In words' }),
  price: Type.Unsafe<string | null>({ ...NullableText, description: 'In words' }),
  quotas: Type.Array(text, { description: "What the reader has: '1 of 2 bookings this week'" }),
  refusal: Type.Unsafe<string | null>({ ...NullableText, description: 'Why the reader can book nothing' }),
  days: Type.Array(
    Type.Object({
      date: Day,
      state: DayState,
      reason: Type.Unsafe<string | null>({
        ...NullableText,
        description: 'Why the reader can book no time of it',
      }),
    }),
  ),
})
export type AmenityDays = Answer<typeof AmenityDays>

export const AmenityTimes = Type.Object({
  date: Day,
  state: DayState,
  reason: NullableText,
  quotas: Type.Array(text),
  /**
   * Shortest length of a booking in minutes. `min` plus any multiple of `step` is allowed too, up to
   * `latestEnd`.
   */
  min: Type.Integer(),
  step: Type.Integer(),
  starts: Type.Array(
    Type.Object(
      { startTime: IsoTime, latestEnd: IsoTime, price: nullable(Type.Number()) },
      {
        description: 'With the price of the shortest booking',
      },
    ),
  ),
  taken: Type.Array(
    Type.Object({
      startTime: IsoTime,
      endTime: IsoTime,
      own: Type.Boolean(),
      canWait: Type.Boolean({ description: 'Whether a resident can wait for it (rules 25.13)' }),
    }),
  ),
})
export type AmenityTimes = Answer<typeof AmenityTimes>

const ClockTime = Type.String({ description: 'HH:MM in community time' })

/** Calendar with the bookings of all amenities, for the office (rules 25.10). */
export const AmenityBookings = Type.Object({
  amenities: Type.Array(
    Type.Object(
      { id: Id, title: text, isDeleted: Type.Boolean() },
      { description: 'By title; a deleted one only with bookings' },
    ),
  ),
  bookings: Type.Array(
    Type.Object({
      ticketId: Id,
      ticketNumber: text,
      status: Type.Integer(),
      tenant: TenantOption,
      amenityId: Id,
      startTime: Time,
      endTime: Time,
      cleaningEnd: Type.Unsafe<Date>({ ...Time, description: '`endTime` without cleaning' }),
    }),
  ),
  offers: Type.Array(
    Type.Object({ id: Id, tenant: TenantOption, amenityId: Id, startTime: Time, endTime: Time, until: Time }),
    { description: 'Times that are held for the waiting list (rules 25.14)' },
  ),
  closed: Type.Array(
    Type.Object({
      amenityId: Id,
      date: Day,
      from: ClockTime,
      to: ClockTime,
      reason: Type.Unsafe<string | null>({
        ...NullableText,
        description: 'Null outside of the opening hours',
      }),
    }),
    { description: 'Parts of the hours 06:00 to 21:00' },
  ),
})
export type AmenityBookings = Answer<typeof AmenityBookings>
