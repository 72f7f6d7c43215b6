import { useEffect, useState } from 'react'
import { useLoginName } from '#lib/api/me.ts'
import { deleteDraft, loadDraft, saveDraft } from '#ui/forms/drafts.ts'
import type { Amenity } from '@tahanan/contract/records/answers.ts'
import { RESERVATION_TITLES } from '@tahanan/contract/tickets/modules/reservation.ts'

interface BookingDetails {
  readonly title: string
  readonly description: string
}

/**
 * Returns the details of a booking, with a draft. They do not depend on the chosen time, so they stay when
 * somebody else takes that time. Does not use `useFormWithDraft`, because the page must load fast on a phone.
 */
export function useBookingDetails(amenity: Amenity) {
  const account = useLoginName()
  const name = `booking details ${amenity.id}`
  const initialDetails: BookingDetails = { title: RESERVATION_TITLES[0].value, description: amenity.title }
  const [typedDetails, setTypedDetails] = useState(
    () => loadDraft(account, name)?.values as BookingDetails | undefined,
  )
  useEffect(() => {
    if (typedDetails) saveDraft(account, name, { values: { ...typedDetails } })
  }, [account, name, typedDetails])
  const details = typedDetails ?? initialDetails
  return {
    ...details,
    isTyped: typedDetails !== undefined,
    set: (changes: Partial<BookingDetails>): void => setTypedDetails({ ...details, ...changes }),
    forgetDraft: () => deleteDraft(account, name),
  }
}
