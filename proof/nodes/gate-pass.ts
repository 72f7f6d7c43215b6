import { createExampleBody } from '@tahanan/contract/tickets/example.ts'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'

const getDateInDays = (days: number): Date => new Date(Date.now() + days * 86_400_000)

export function createGatePassBody(bearerName = 'Rodel Manalo'): Record<string, unknown> {
  return { ...createExampleBody(gatePass, getDateInDays(7), 'Asia/Manila'), bearerName }
}

export interface TicketRow {
  readonly id: number
  readonly ticketNumber: string
  readonly bearerName: string
  readonly status: number
  readonly updated_at: string
}
