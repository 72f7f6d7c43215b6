import { toTicketRowName } from '#lib/saving-rows.ts'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import type { Writer } from '@tahanan/contract/forms/fields.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { formatTicketLines } from './summary.ts'

/**
 * Returns a function that asks for confirmation and deletes a ticket. It resolves to true if the ticket was
 * deleted.
 */
export function useDeleteTicket(writer: Writer): (module: TicketModule, ticket: Ticket) => Promise<boolean> {
  const remove = useDeleteRecord()
  return (module, ticket) => {
    const { id, ticketNumber } = ticket
    return remove({
      path: `/${module.path.one}/${id}`,
      question: {
        name: ticketNumber,
        lossWarning: formatTicketLines(ticket).split('\n').slice(1).join('\n'),
      },
      toast: module.toast[writer],
      staleQueries: [['tickets']],
      record: ['ticket', id],
      row: toTicketRowName(id),
    })
  }
}
