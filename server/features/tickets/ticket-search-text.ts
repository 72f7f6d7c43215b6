import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/**
 * The searchable text of a ticket behind its number (rules 13.7): the module's own text columns, in lower case, one a
 * line. Its tenant's client code and occupant name are looked up among the tenants, so that they are never stale here.
 * Private fields are left out: a search must not tell what a reader may not see.
 */
export function ticketSearchText(
  module: TicketModule,
  details: Readonly<Record<string, unknown>>,
  amenityTitle?: string | null,
): string {
  const own = Object.entries(module.fields)
    .filter(([, field]) => (field.kind === 'text' || field.kind === 'choice') && !field.private)
    .map(([key]) => details[key])
    .filter((value) => typeof value === 'string')
  return [amenityTitle ?? '', ...own]
    .filter((part) => part !== '')
    .join('\n')
    .toLowerCase()
}
