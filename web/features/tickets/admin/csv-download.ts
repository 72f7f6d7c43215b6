import { toCsv } from '@tahanan/contract/csv.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useMutation } from '@tanstack/react-query'
import { saveText } from '../../../lib/api/save-file.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { CsvChoice } from '../../../lib/api/chosen-rows.ts'
import { csvRows } from '../calls.ts'
import type { Ticket } from '../ticket.ts'
import { csvValue } from '../values.ts'

/** Returns the CSV file of these tickets, with the module's columns (rules 5.26). */
export function ticketsCsv(module: TicketModule, tickets: readonly Ticket[]): string {
  const { columns } = module.admin.csv
  return toCsv(
    columns.map(({ label }) => label),
    tickets.map((ticket) => columns.map(({ key }) => csvValue(module, ticket, key))),
  )
}

/** Fetches the rows of a choice and hands them to the browser as a file. */
export function useCsvDownload(module: TicketModule): {
  download: (choice: CsvChoice) => void
  busy: boolean
} {
  const { mutate, isPending } = useMutation({
    mutationFn: (choice: CsvChoice) => csvRows(module, choice),
    onSuccess: (tickets) => {
      saveText(module.admin.csv.file, ticketsCsv(module, tickets))
      toast.success(`${module.admin.csv.file}: ${tickets.length.toLocaleString('en')} rows`)
    },
  })
  return { download: (choice) => mutate(choice), busy: isPending }
}
