import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

/** What of a tenant a search for tickets matches. */
export interface SearchedTenant {
  readonly clientCode: string
  readonly uoccname: string
}

/**
 * The searchable text of a ticket behind its number (decisions §2): client code, occupant name and the module's own text
 * columns, in lower case, one a line. Private fields are left out: a search must not tell what a reader may not see.
 */
export function ticketSearchText(
  module: TicketModule,
  tenant: SearchedTenant,
  details: Readonly<Record<string, unknown>>,
  amenityTitle?: string | null,
): string {
  const own = Object.entries(module.fields)
    .filter(([, field]) => (field.kind === 'text' || field.kind === 'choice') && !field.private)
    .map(([key]) => details[key])
    .filter((value) => typeof value === 'string')
  return [tenant.clientCode, tenant.uoccname, amenityTitle ?? '', ...own]
    .filter((part) => part !== '')
    .join('\n')
    .toLowerCase()
}

/** A search term as a LIKE pattern that matches it literally, without regard to case. */
export function likePattern(term: string): string {
  return `%${term
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
}
