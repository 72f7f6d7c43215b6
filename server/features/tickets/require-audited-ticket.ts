import type { FastifyRequest } from 'fastify'
import type { ViewedRows } from '#platform/audit/record-action.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { requireFound } from '#platform/errors.ts'
import { TICKET_FILTERS, type ListFilters } from '@tahanan/contract/lists/filters.ts'
import { isStatus, getStatusInfo } from '@tahanan/contract/statuses.ts'
import { hasPrivateField, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { canSeePrivateFields } from './policy.ts'
import { findTicketRow, type TicketRow } from './repository.ts'

type AuditedRecords = ViewedRows['records'][number][]

/** Requests an audit entry for viewed tickets if the viewer sees private fields of them (rules 12.19). */
function requestViewAudit(
  request: FastifyRequest,
  module: TicketModule,
  records: AuditedRecords,
  detail?: string,
): void {
  if (hasPrivateField(module) && canSeePrivateFields(request.actor, module))
    request.viewed = () => ({ subject: 'tickets', records, detail })
}

/** Finds a ticket for the caller. If the caller sees private fields, requests an audit entry. Throws 404. */
export async function requireAuditedTicket(
  db: DbOrTx,
  request: FastifyRequest,
  module: TicketModule,
  id: number,
): Promise<TicketRow> {
  const { actor } = request
  const tenantId = actor.area === 'client' ? actor.id : undefined
  const row = requireFound(await findTicketRow(db, id, { module: module.name, tenantId }))
  requestViewAudit(request, module, [{ id, name: row.ticket_number }])
  return row
}

/**
 * Wraps the function that converts rows for a CSV file, so that the download is audited: one entry for each
 * selected ticket, or one entry in total if the tickets were chosen by a filter.
 */
export function wrapPresenterWithAudit<Shown>(
  request: FastifyRequest,
  module: TicketModule,
  query: ListFilters & { all?: '1'; status?: string; searchTerm?: string },
  presentRow: (row: TicketRow) => Shown,
): (row: TicketRow) => Shown {
  const { file } = module.csv
  const { status, searchTerm } = query
  if (query.all === '1') {
    const filterTexts = [
      ...(isStatus(Number(status)) ? [getStatusInfo(Number(status)).label] : []),
      ...(searchTerm ? ['a search'] : []),
      ...TICKET_FILTERS.flatMap((key) => (query[key] ? [`${key} ${query[key]}`] : [])),
    ]
    requestViewAudit(
      request,
      module,
      [{ id: null, name: module.title }],
      `${file}: ${filterTexts.join(', ') || 'all'}`,
    )
    return presentRow
  }
  const records: AuditedRecords = []
  requestViewAudit(request, module, records, file)
  return (row) => {
    records.push({ id: row.id, name: row.ticket_number })
    return presentRow(row)
  }
}
