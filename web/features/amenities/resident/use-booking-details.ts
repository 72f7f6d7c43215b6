import { filterValues } from '#ui/forms/form-values.ts'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import type { Amenity } from '@tahanan/contract/records/answers.ts'
import { RESERVATION_TITLES, reservation } from '@tahanan/contract/tickets/modules/reservation.ts'

const DETAILS_FORM = {
  fields: filterValues(reservation.fields, (key) => key === 'title' || key === 'description'),
}

/**
 * Returns the details of a booking as a form with a draft. They do not depend on the chosen time, so they
 * stay when somebody else takes that time.
 */
export const useBookingDetails = (amenity: Amenity) =>
  useFormWithDraft({
    name: `booking details ${amenity.id}`,
    form: DETAILS_FORM,
    writer: 'resident',
    action: 'create',
    start: { title: RESERVATION_TITLES[0].value, description: amenity.title },
  })
