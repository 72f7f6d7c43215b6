import { Type } from 'typebox'
import { nullable, oneOf, TenantOption, text, IsoTime, type Answer } from '../answers.ts'
import type { Form } from '../forms/fields.ts'
import { BOOKED_FIELDS, checkReservation } from '../tickets/modules/reservation.ts'

/** Form with which a tenant joins the waiting list for a taken time (rules 25.13). */
export const waitingListForm: Form = { fields: BOOKED_FIELDS, check: checkReservation }

export const MAX_WAITING_ENTRIES = 10

export const WaitingEntry = Type.Object({
  id: Type.Integer(),
  amenity: Type.Object({ id: Type.Integer(), title: text }),
  startTime: IsoTime,
  endTime: IsoTime,
  state: oneOf(['waiting', 'offered']),
  offeredUntil: nullable(IsoTime),
  place: Type.Integer({ description: 'Place among those who wait for this time, from 1' }),
  tenant: Type.Optional(TenantOption),
})
export type WaitingEntry = Answer<typeof WaitingEntry>
