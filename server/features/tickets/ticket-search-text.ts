import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/**
 * Returns the search text of a ticket after its number (rules 13.7): the module's text fields in lower case,
 * one per line. The tenant's code and name are searched in the tenants, so that they are never stale. Private
 * fields are left out, since a search would reveal them.
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
