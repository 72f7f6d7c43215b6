import { flushSync } from 'react-dom'
import { expect, test } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'
import { mountHook, QueryProvider } from '#lib/testing-hooks.ts'
import { createStorage, stubDraftStorage } from '#lib/testing-storage.ts'
import { startDrafts } from '#ui/forms/drafts.ts'
import type { Amenity } from '@tahanan/contract/records/answers.ts'
import { useBookingDetails } from './use-booking-details.ts'

function openAmenity(id: number, title: string, storedItems: ReturnType<typeof createStorage>) {
  stubDraftStorage(storedItems)
  startDrafts()
  queryClient.setQueryData(['me'], { area: 'client', id: 7, clientCode: 'A-101' })
  let state: ReturnType<typeof useBookingDetails> | undefined
  const amenity = { id, title } as Amenity
  const unmount = mountHook(() => void (state = useBookingDetails(amenity)), QueryProvider)
  return { unmount, getState: () => state as ReturnType<typeof useBookingDetails> }
}

test('the details of a booking return from the draft of their amenity until it is booked', async () => {
  const storedItems = createStorage({ CLIENT_SESSION_TOKEN: 'token' })
  const firstVisit = openAmenity(3, 'Function hall', storedItems)
  expect(firstVisit.getState()).toMatchObject({
    title: 'Amenity Booking',
    description: 'Function hall',
  })
  const typedDetails = { title: 'Event Booking', description: 'Birthday lunch, about 20 guests' }
  flushSync(() => firstVisit.getState().set({ title: typedDetails.title }))
  flushSync(() => firstVisit.getState().set({ description: typedDetails.description }))
  await firstVisit.unmount()
  const otherAmenity = openAmenity(4, 'Pool', storedItems)
  expect(otherAmenity.getState()).toMatchObject({ title: 'Amenity Booking', description: 'Pool' })
  await otherAmenity.unmount()
  const secondVisit = openAmenity(3, 'Function hall', storedItems)
  expect(secondVisit.getState()).toMatchObject(typedDetails)
  secondVisit.getState().forgetDraft()
  await secondVisit.unmount()
  const visitAfterBooking = openAmenity(3, 'Function hall', storedItems)
  expect(visitAfterBooking.getState().isTyped).toBe(false)
  await visitAfterBooking.unmount()
  queryClient.clear()
})
