/** The records of service tickets as the API sends them (contract/tickets says which fields a module adds). */

import { MODULES } from '@tahanan/contract/tickets/index.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'

export interface TicketTenant {
  id: number
  clientCode: string
  uoccname: string
  unitNumber: string | null
}

/** One line of a ticket's history, the newest first. `fields` are names of the module's fields, or 'verified'. */
export interface HistoryEntry {
  id: number
  at: string
  actor: { kind: 'resident' | 'pmo' | 'system'; name: string; self: boolean }
  from: number | null
  to: number
  fields: string[]
  remark: string | null
}

/** A service ticket. What only its module has is read with the keys of `module.fields` and `module.stamps`. */
export interface Ticket {
  id: number
  ticketNumber: string
  /** Name of the module. */
  origin: string
  tenantId: number
  tenant: TicketTenant
  /** 1 to 6; 0 only in live events, for a deleted one. */
  status: number
  created_at: string
  updated_at: string
  /** Actions that the reader may take now: 'edit', 'fields', 'afterApproval', 'delete', 'verify', 'status.1' … 'status.6'. */
  can: readonly string[]
  remarks?: string | null
  approver?: { name: string } | null
  verifier?: { name: string } | null
  history?: HistoryEntry[]
  [field: string]: unknown
}

export interface TicketList {
  data: Ticket[]
  total: number
  from: number | null
  /** Administrators only: how many of each status, for the tabs. */
  counts?: Record<string, number>
}

/** The module that a ticket of a mixed list belongs to; undefined for one this page is too old to know. */
export function moduleOf(ticket: Pick<Ticket, 'origin'>): TicketModule | undefined {
  return MODULES.find(({ name }) => name === ticket.origin)
}

/** Whether the reader may do this with the ticket, as the server said. */
export function can(ticket: Pick<Ticket, 'can'>, ability: string): boolean {
  return ticket.can.includes(ability)
}
