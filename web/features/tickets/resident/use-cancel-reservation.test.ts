import { afterEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient, setUnhandledFailureListener } from '#lib/api/query-client.ts'
import { callHook } from '#lib/testing-hooks.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { createTestTicket } from '../testing.ts'
import { useCancelReservation } from './use-cancel-reservation.ts'

afterEach(() => {
  setUnhandledFailureListener(() => {})
  queryClient.clear()
})

const RESERVATION = createTestTicket('reservation')

test.each([
  ['sent twice', true],
  ['sent once', false],
])('a cancellation of a cancelled reservation that was %s (rules 15.33)', async (_, wasRepeated) => {
  const failure = new ApiError(409, 'It is cancelled already.', { code: 'alreadyDone' })
  failure.wasRepeated = wasRepeated
  vi.spyOn(api, 'put').mockRejectedValue(failure)
  const showToast = vi.spyOn(toast, 'success').mockReturnValue()
  const showFailure = vi.fn()
  setUnhandledFailureListener(showFailure)
  const { cancel } = callHook(() => useCancelReservation())
  const cancellation = cancel(RESERVATION)
  await answerDialog(true)
  await cancellation
  expect(showToast.mock.calls).toEqual(
    wasRepeated ? [['Reservation cancelled.', RESERVATION.ticketNumber]] : [],
  )
  expect(showFailure).toHaveBeenCalledTimes(wasRepeated ? 0 : 1)
})
