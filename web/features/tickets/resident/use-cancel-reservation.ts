import { useMutation } from '@tanstack/react-query'
import { api, ApiError } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { formatDateTime } from '#lib/time.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { confirm } from '#ui/overlays/dialogs.ts'
import { toast } from '#ui/overlays/toast.tsx'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { formatTicketLines } from '../summary.ts'

/** Returns whether the resident may cancel a booking now (rules 25.7). */
export function isCancellable({ cancelUntil }: Ticket, now = Date.now()): boolean {
  return typeof cancelUntil === 'string' && now <= Date.parse(cancelUntil)
}

async function cancelReservation({ id, updated_at }: Ticket): Promise<void> {
  try {
    await api.put(`/reservation/cancelled/${id}`, { updated_at })
  } catch (failure) {
    // A retried request may be rejected because its first attempt succeeded (rules 15.33).
    const isSaved = failure instanceof ApiError && failure.wasRepeated && failure.code === 'alreadyDone'
    if (!isSaved) throw failure
  }
}

export function useCancelReservation() {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: cancelReservation,
    onSettled: (_saved, _failure, { id }) =>
      Promise.all(
        [['tickets'], ['ticket', id], ['slots']].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
  const cancel = useNonOverlappingCall(async (ticket: Ticket) => {
    const isConfirmed = await confirm({
      title: 'Cancel this reservation?',
      content: `${formatTicketLines(ticket)}\n${formatDateTime(String(ticket.startTime))}\nIts time becomes free for others.`,
      okText: 'Cancel reservation',
      cancelText: 'Keep it',
      danger: true,
    })
    if (!isConfirmed) return
    try {
      await mutateAsync(ticket)
      toast.success('Reservation cancelled.', ticket.ticketNumber)
    } catch (failure) {
      // An `ApiError` is not thrown again, because the shell shows it and the ticket is refetched.
      if (!(failure instanceof ApiError)) throw failure
    }
  })
  return { cancel, isCancelling: isPending }
}
