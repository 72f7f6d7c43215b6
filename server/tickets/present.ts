import type { TicketModule, Moment } from '@tahanan/contract/tickets/define-module.ts'
import type { FileRef } from '@tahanan/contract/tickets/fields.ts'
import { moduleNamed } from '@tahanan/contract/tickets/index.ts'
import type { Actor } from '../actor.ts'
import type { FileStore } from '../files/store.ts'
import { abilities, seesPrivate } from './policy.ts'
import type { TicketRow } from './repository.ts'

/** A ticket as the API sends it, in the specification's field names; `Record` since the fields are the module's. */
export type TicketRecord = { id: number; status: number } & Record<string, unknown>

const MOMENTS: Record<Moment, keyof TicketRow> = {
  created: 'created_at',
  approved: 'approved_at',
  ongoing: 'ongoing_at',
  completed: 'completed_at',
}

/** The record of a ticket for this reader: private fields left out, links signed, abilities attached. */
export function presentTicket(
  files: Pick<FileStore, 'presentFiles'>,
  actor: Actor,
  row: TicketRow,
): TicketRecord {
  const module = moduleNamed(row.module)
  return {
    ...presentListed(actor, row),
    remarks: row.remarks,
    updated_at: row.updated_at.toISOString(),
    ...presentStamps(module, row),
    approvedById: row.approved_by_id,
    approver: row.approved_by_id === null ? null : { id: row.approved_by_id, name: row.approver_name ?? '' },
    verifiedById: row.verified_by_id,
    verifier: row.verified_by_id === null ? null : { id: row.verified_by_id, name: row.verifier_name ?? '' },
    verifiedDate: row.verified_at?.toISOString() ?? null,
    ...presentFields(files, actor, module, row),
  }
}

/** The row of the Services list, where all modules meet: what every ticket has, and where it comes from. */
export function presentListed(actor: Actor, row: TicketRow): TicketRecord {
  const module = moduleNamed(row.module)
  return {
    id: row.id,
    ticketNumber: row.ticket_number,
    origin: row.module,
    tenantId: row.tenant_id,
    tenant: {
      id: row.tenant_id,
      clientCode: row.client_code,
      uoccname: row.uoccname,
      unitNumber: row.unit_number,
    },
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    can:
      row.status === 0
        ? []
        : abilities(actor, module, { status: row.status, verified: row.verified_by_id !== null }),
  }
}

function presentStamps(module: TicketModule, row: TicketRow): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(module.stamps).map(([name, moment]) => {
      const at = row[MOMENTS[moment]]
      return [name, at instanceof Date ? at.toISOString() : null]
    }),
  )
}

function presentFields(
  files: Pick<FileStore, 'presentFiles'>,
  actor: Actor,
  module: TicketModule,
  row: TicketRow,
): Record<string, unknown> {
  const openly = seesPrivate(actor, module)
  const result: Record<string, unknown> = {}
  for (const [key, field] of Object.entries(module.fields)) {
    if (field.private && !openly) continue
    const value = row.details[key] ?? null
    if (field.kind === 'files') result[key] = files.presentFiles((value ?? []) as FileRef[])
    else if (field.kind === 'list') result[key] = value ?? []
    else result[key] = value
    if (field.kind === 'reference')
      result[field.to] = value === null ? null : { id: value, title: row.amenity_title ?? '' }
  }
  return result
}
