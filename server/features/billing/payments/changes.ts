import type { ReceiptData } from '@tahanan/contract/billing/receipt.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { prepared } from '../../../platform/db/client.ts'
import type { DbOrTx, Tx } from '../../../platform/db/client.ts'

export interface NewPayment {
  readonly tenantId: number
  readonly type: 1 | 2 | 3
  readonly status: 1 | 2
  /** Pesos. */
  readonly amountPaid: number
  /** ISO 8601; null for the present moment. */
  readonly transactionDate: string | null
  readonly images?: readonly FileRef[]
  readonly email?: string
  readonly mobile?: string
  /** Suffix of the payment's number in the number that a gateway knows it under. */
  readonly txnSuffix?: string
  readonly sandbox?: boolean
  readonly reservationId?: number
  readonly postById?: number
  readonly timeZone: string
}

export interface InsertedPayment {
  readonly id: number
  readonly referenceNumber: string
  readonly txnId: string | null
}

// A number is the next of its kind and community year. The counter's row stays locked until the transaction ends, so a
// number is never given twice and a refused payment leaves no gap.
const NEXT = `insert into ticket_counters as c (module, year, last)
  values ($1, extract(year from clock_timestamp() at time zone $2), 1)
  on conflict (module, year) do update set last = c.last + 1
  returning $3 || '-' || year || '-' || lpad(last::text, greatest(6, length(last::text)), '0') as number`

/**
 * Inserts a payment with the next number. What the tenant owed and the invoice are taken from the tenant as the database
 * knows them now, not from anybody's form; the invoice number is the client code in parentheses and the statement's
 * date as MMDDYYYY (rules 8.3).
 */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<InsertedPayment> {
  const rows = await prepared<InsertedPayment>(
    tx,
    'payments.insert',
    `with next as (${NEXT})
    insert into payments (reference_number, tenant_id, type, status, soa_amount, soa_date, amount_paid, invoice_number,
      invoice_date, transaction_date, images, email, name, mobile, txn_id, sandbox, reservation_id, post_by_id)
    select number, n.id, $5, $6, n.soa_amount, n.soa_date, $7,
      '(' || n.client_code || ')' || coalesce(to_char(n.soa_date at time zone $2, 'MMDDYYYY'), ''),
      n.soa_date, coalesce($8::timestamptz, clock_timestamp()), $9, $10, n.uoccname, $11, number || '-' || $12::text,
      $13, $14, $15
    from next, tenants n where n.id = $4
    returning id, reference_number as "referenceNumber", txn_id as "txnId"`,
    [
      'payment',
      payment.timeZone,
      'PY',
      payment.tenantId,
      payment.type,
      payment.status,
      payment.amountPaid,
      payment.transactionDate,
      JSON.stringify(payment.images ?? []),
      payment.email ?? '',
      payment.mobile ?? '',
      payment.txnSuffix ?? null,
      payment.sandbox ?? false,
      payment.reservationId ?? null,
      payment.postById ?? null,
    ],
  )
  const [row] = rows
  if (!row) throw new Error('an inserted payment was not returned')
  return row
}

/** The next number of an acknowledgement receipt: `AR-2026-000001`. */
export async function nextReceiptNumber(tx: Tx, timeZone: string): Promise<string> {
  const [row] = await prepared<{ number: string }>(tx, 'receipts.next', NEXT, ['receipt', timeZone, 'AR'])
  if (!row) throw new Error('a receipt got no number')
  return row.number
}

/** The database's clock. */
export async function databaseTime(db: DbOrTx): Promise<Date> {
  const [row] = await prepared<{ now: Date }>(db, 'now', 'select clock_timestamp()::timestamptz(3) as now')
  if (!row) throw new Error('the database has no time')
  return row.now
}

export interface OfficeChange {
  readonly status: number
  readonly remarks: string
  readonly adminId: number
  /** With the step into posted. */
  readonly receipt: ReceiptData | null
}

/** Saves what the office did to a locked payment. Stamps are set on the first change into a status, and never again. */
export async function savePayment(tx: Tx, id: number, change: OfficeChange): Promise<void> {
  await prepared(
    tx,
    'payments.save',
    `update payments set status = $2::smallint, remarks = $3, version = version + 1,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms'),
      verified_date = case when $2::smallint = 3 then coalesce(verified_date, clock_timestamp()) else verified_date end,
      verified_by_id = case when $2::smallint = 3 then coalesce(verified_by_id, $4::bigint) else verified_by_id end,
      posted_date = case when $2::smallint = 4 then $5::timestamptz else posted_date end,
      posted_by_id = case when $2::smallint = 4 then $4::bigint else posted_by_id end,
      receipt_number = coalesce($6::text, receipt_number), receipt = coalesce($7::jsonb, receipt)
    where id = $1`,
    [
      id,
      change.status,
      change.remarks,
      change.adminId,
      change.receipt?.postedAt ?? null,
      change.receipt?.number ?? null,
      change.receipt && JSON.stringify(change.receipt),
    ],
  )
}

/** Facts of a gateway; what is known of them already stays. */
export interface GatewayFacts {
  readonly reference: string | null
  readonly amount: number | null
  readonly fee: number | null
  readonly method: string | null
  readonly settledAt: Date | null
}

const FACTS = `gateway_reference = coalesce(gateway_reference, $2), gateway_amount = coalesce(gateway_amount, $3),
  gateway_fee = coalesce(gateway_fee, $4), gateway_method = coalesce(gateway_method, $5),
  settled_at = coalesce(settled_at, $6::timestamptz),
  next_inquiry_at = case when $7 then null else next_inquiry_at end`

const factValues = (
  { reference, amount, fee, method, settledAt }: GatewayFacts,
  final: boolean,
): unknown[] => [reference, amount, fee, method, settledAt, final]

/** Saves what a gateway's word did to a locked payment. */
export async function saveOutcome(
  tx: Tx,
  id: number,
  facts: GatewayFacts & { final: boolean },
  change: { status: number; outsourceStatus: string | null; message: string | null; setAside: string | null },
): Promise<void> {
  await prepared(
    tx,
    'payments.outcome',
    `update payments set ${FACTS}, status = $8, outsource_status = $9, message = coalesce($10, message),
      set_aside = $11, version = version + 1,
      updated_at = greatest(clock_timestamp(), updated_at + interval '1 ms')
    where id = $1`,
    [
      id,
      ...factValues(facts, facts.final),
      change.status,
      change.outsourceStatus,
      change.message,
      change.setAside,
    ],
  )
}

/** Keeps facts that came with a word that changed nothing, where they were not known; nobody has to be told of them. */
export async function saveFacts(tx: Tx, id: number, facts: GatewayFacts & { final: boolean }): Promise<void> {
  await prepared(
    tx,
    'payments.facts',
    `update payments set ${FACTS} where id = $1 and (
      (gateway_reference is null and $2::text is not null) or (gateway_amount is null and $3::numeric is not null)
      or (gateway_fee is null and $4::numeric is not null) or (gateway_method is null and $5::text is not null)
      or (settled_at is null and $6::timestamptz is not null) or ($7 and next_inquiry_at is not null))`,
    [id, ...factValues(facts, facts.final)],
  )
}
