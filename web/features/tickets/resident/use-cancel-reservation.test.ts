import { afterEach, expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient, setUnhandledFailureListener } from '#lib/api/query-client.ts'
import { callHook } from '#lib/testing-hooks.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { useCancelReservation } from './use-cancel-reservation.ts'

afterEach(() => {
  setUnhandledFailureListener(() => {})
  queryClient.clear()
})

const RESERVATION = {
  id: 7,
  module: 'reservation',
  ticketNumber: 'RES-7',
  tenant: { uoccname: 'Ana Reyes', clientCode: 'A-101' },
  startTime: '2026-03-14T01:00:00.000Z',
  updated_at: '2026-03-12T01:00:00.000Z',
} as unknown as Ticket

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
  expect(showToast.mock.calls).toEqual(wasRepeated ? [['Reservation cancelled.', 'RES-7']] : [])
  expect(showFailure).toHaveBeenCalledTimes(wasRepeated ? 0 : 1)
})
