import { useMutation } from '@tanstack/react-query'
import { api, ApiError } from '#lib/api/api.ts'
import { acceptAlreadyDone } from '#lib/api/delete-record.ts'
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

const cancelReservation = ({ id, updated_at }: Ticket): Promise<void> =>
  acceptAlreadyDone(api.put(`/reservation/cancelled/${id}`, { updated_at }))

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
