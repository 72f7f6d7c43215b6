import { toCsv } from '@tahanan/contract/csv.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { csvValue } from '../values.ts'

/** Returns the CSV file of these tickets, with the module's columns (rules 5.26). */
export function ticketsCsv(module: TicketModule, tickets: readonly Ticket[]): string {
  const { columns } = module.admin.csv
  return toCsv(
    columns.map(({ label }) => label),
    tickets.map((ticket) => columns.map(({ key }) => csvValue(module, ticket, key))),
  )
}
