/** Data of a receipt: stored when the payment is posted, and never changed. */
export interface ReceiptData {
  readonly number: string
  readonly postedAt: string
  readonly timeZone: string
  readonly community: { readonly name: string; readonly logo: string | null }
  readonly payer: { readonly name: string; readonly clientCode: string; readonly unitNumber: string }
  readonly amount: number
  readonly currency: string
  readonly method: string
  readonly transactionDate: string | null
  readonly references: readonly (readonly [name: string, value: string])[]
  readonly postedBy: string
  readonly sandbox: boolean
}

/** Data of an invoice: stored when the invoice is issued (rules 18.6). */
export interface InvoiceData {
  readonly number: string
  readonly issuedAt: string
  readonly issuedBy: string
  readonly timeZone: string
  readonly seller: {
    readonly registeredName: string
    readonly tin: string
    readonly address: string
    readonly permit: string
    readonly permitDate: string
    readonly range: readonly [first: string, last: string]
  }
  readonly buyer: { readonly name: string; readonly clientCode: string; readonly unitNumber: string }
  /** `date` is YYYY-MM-DD. */
  readonly charge: { readonly label: string; readonly date: string; readonly remarks: string }
  readonly amount: number
}
