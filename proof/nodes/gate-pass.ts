const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

/** A valid body of `POST /ticket`, for next week. */
export function aGatePass(bearerName = 'Rodel Manalo'): Record<string, unknown> {
  return {
    bearerName,
    type: 1,
    dateOfApplication: inDays(7),
    dateOfUse: inDays(8),
    items: [{ name: 'Refrigerator', quantity: 1 }],
  }
}

/** A ticket of a list or an event, as far as these tests look at it. */
export interface TicketRow {
  readonly id: number
  readonly ticketNumber: string
  readonly bearerName: string
  readonly status: number
  readonly updated_at: string
}
