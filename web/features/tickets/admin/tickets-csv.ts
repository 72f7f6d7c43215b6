import { toCsv } from '@tahanan/contract/csv.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { csvValue } from '../values.ts'

/** Returns the CSV file of these tickets, with the module's columns (rules 5.26). */
export function ticketsCsv(module: TicketModule, tickets: readonly Ticket[]): string {
  const { keys } = module.csv
  return toCsv(
    keys,
    tickets.map((ticket) => keys.map((key) => csvValue(module, ticket, key))),
  )
}
