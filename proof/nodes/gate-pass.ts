import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { gatePass } from '@tahanan/contract/tickets/modules/gate-pass.ts'

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000)

/** A valid body of `POST /ticket`, for next week. */
export function aGatePass(bearerName = 'Rodel Manalo'): Record<string, unknown> {
  return { ...exampleBody(gatePass, inDays(7), 'Asia/Manila'), bearerName }
}

/** A ticket of a list or an event, as far as these tests look at it. */
export interface TicketRow {
  readonly id: number
  readonly ticketNumber: string
  readonly bearerName: string
  readonly status: number
  readonly updated_at: string
}
