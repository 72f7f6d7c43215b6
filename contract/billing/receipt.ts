/**
 * All that an acknowledgement receipt says, kept as it was when its payment was posted: a tenant who is renamed later, or a
 * new logo, changes no receipt that was given out.
 */
export interface ReceiptData {
  /** 'AR-2026-000001' */
  readonly number: string
  /** ISO 8601. */
  readonly postedAt: string
  readonly timeZone: string
  readonly community: { readonly name: string; readonly logo: string | null }
  readonly payer: { readonly name: string; readonly clientCode: string; readonly unitNumber: string }
  /** Pesos. */
  readonly amount: number
  readonly currency: string
  readonly method: string
  readonly transactionDate: string | null
  /** Lines of name and value: our number, the invoice, the gateway's numbers, the reservation. */
  readonly references: readonly (readonly [name: string, value: string])[]
  readonly postedBy: string
  readonly sandbox: boolean
}
