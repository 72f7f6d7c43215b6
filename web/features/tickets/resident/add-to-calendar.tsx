import { useMutation } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { api } from '#lib/api/api.ts'
import { Button } from '#ui/controls/button.tsx'
import type { DownloadLink } from '@tahanan/contract/answers.ts'
import { OPEN_STATUSES } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/**
 * Button that adds a booking to the device's calendar, shown until the booking ends (rules 25.16). Other
 * tickets have no such button.
 */
export function AddToCalendar({ module, ticket }: { module: TicketModule; ticket: Ticket }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.post<DownloadLink>(`/${module.path.one}/${ticket.id}/calendar-link`),
    // The file is opened as a link instead of saved as a blob, because iPhones offer to add an event only for
    // a URL of type text/calendar.
    onSuccess: ({ url }) => location.assign(url),
  })
  if (!module.heldResource || !OPEN_STATUSES.some((status) => status === ticket.status)) return null
  return (
    <Button icon={CalendarPlus} busy={isPending} onClick={() => mutate()}>
      Add to calendar
    </Button>
  )
}
