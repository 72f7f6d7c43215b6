import { sql } from 'kysely'
import { getTicketSearchText } from '#features/tickets/get-ticket-search-text.ts'
import type { Tx } from '#platform/db/client.ts'
import { buildAnyOfIds, NEXT_VERSION_COLUMNS } from '#platform/db/expressions.ts'
import { getFileKeys } from '#platform/files/claim-files.ts'
import type { Field } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { isKnownModule, getModule } from '@tahanan/contract/tickets/index.ts'

export interface StoredTicket {
  readonly id: number
  readonly module: string
  readonly ticket_number: string
  readonly details: Readonly<Record<string, unknown>>
}

const EMPTY_VALUES: Partial<Record<Field['kind'], unknown>> = { text: '', files: [], list: [] }

const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/**
 * Empties the chosen fields of locked tickets and updates the tickets' search texts. Returns in `emptiedFields` the
 * names of the emptied fields by ticket id, and in `keys` the files of these fields. Fields that were empty
 * already are not in `emptiedFields`.
 */
export async function emptyTicketFields(
  tx: Tx,
  tickets: readonly StoredTicket[],
  isErased: (field: Field) => boolean,
): Promise<{ emptiedFields: ReadonlyMap<number, string[]>; keys: string[] }> {
  const emptiedFields = new Map<number, string[]>()
  const keys: string[] = []
  const amenityTitles = await listAmenityTitles(tx, tickets)
  const changedTickets: { id: number; details: Details; search: string }[] = []
  for (const { id, module: moduleName, ticket_number: number, details } of tickets) {
    if (!isKnownModule(moduleName)) continue
    const module = getModule(moduleName)
    const fields = Object.entries(module.fields).filter(
      ([name, field]) => isErased(field) && hasValue(details[name]),
    )
    if (fields.length === 0) continue
    emptiedFields.set(
      id,
      fields.map(([name]) => name),
    )
    for (const [name, { kind }] of fields) if (kind === 'files') keys.push(...getFileKeys(details[name]))
    const amenityTitle = amenityTitles.get(Number(details['amenityId']))
    const remainingDetails = {
      ...details,
      ...Object.fromEntries(fields.map(([name, { kind }]) => [name, EMPTY_VALUES[kind] ?? null])),
    }
    changedTickets.push({
      id,
      details: remainingDetails,
      search: `${number.toLowerCase()}\n${getTicketSearchText(module, remainingDetails, amenityTitle)}`,
    })
  }
  const rows = sql<{ id: number; details: Details; search: string }>`jsonb_to_recordset(
    ${JSON.stringify(changedTickets)}::jsonb) as changed(id bigint, details jsonb, search text)`
  if (changedTickets.length > 0)
    await sql`update tickets set details = changed.details, search_text = changed.search,
      version = version + 1, updated_at = ${NEXT_VERSION_COLUMNS.updated_at}
      from ${rows} where tickets.id = changed.id`.execute(tx)
  return { emptiedFields, keys }
}

async function listAmenityTitles(
  tx: Tx,
  tickets: readonly StoredTicket[],
): Promise<ReadonlyMap<number, string>> {
  const amenityIds = [
    ...new Set(tickets.flatMap(({ details: { amenityId } }) => (amenityId ? [Number(amenityId)] : []))),
  ]
  if (amenityIds.length === 0) return new Map()
  const amenities = await tx
    .selectFrom('amenities')
    .select(['id', 'title'])
    .where('id', '=', buildAnyOfIds(amenityIds))
    .execute()
  return new Map(amenities.map(({ id, title }) => [id, title]))
}
