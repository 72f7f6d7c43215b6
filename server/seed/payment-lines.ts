import { invoiceNumber, PAYMENT_TYPES } from '@tahanan/contract/billing/payment.ts'
import { startOfDay, wallClock } from '@tahanan/contract/time.ts'
import type { ReceiptData } from '../features/billing/payments/receipts/receipt-data.ts'
import { DAY, HOUR, later, MINUTE } from '../demo/clock.ts'
import { createRandom } from '../demo/random.ts'
import type { CopyValue } from './copy-rows.ts'
import { SPAN_DAYS } from './plan.ts'
import type { SeedTenant } from './tenants.ts'
import type { SeedPeople } from './ticket-lines.ts'

export interface PaymentSize {
  readonly payments: number
  readonly now: Date
  readonly timeZone: string
}

export const STATEMENT_COLUMNS = [
  'tenant_id',
  'title',
  'soa_amount',
  'soa_date',
  'created_at',
  'updated_at',
] as const
export const PAYMENT_COLUMNS = [
  'id',
  'reference_number',
  'tenant_id',
  'type',
  'status',
  'version',
  'soa_amount',
  'soa_date',
  'amount_paid',
  'invoice_number',
  'invoice_date',
  'transaction_date',
  'name',
  'txn_id',
  'gateway_reference',
  'outsource_status',
  'verified_date',
  'verified_by_id',
  'posted_date',
  'posted_by_id',
  'receipt_number',
  'receipt',
  'created_at',
  'updated_at',
] as const
export const PAYMENT_EVENT_COLUMNS = [
  'payment_id',
  'at',
  'actor_area',
  'actor_id',
  'actor_name',
  'from_status',
  'to_status',
  'from_outsource',
  'to_outsource',
] as const

interface Step {
  readonly at: Date
  readonly by: 'client' | 'gateway' | 'admin'
  readonly from: number | null
  readonly to: number
  readonly outsource: string | null
}

/** The nth payment, planned without knowing the others, so that each table can be written by itself. */
interface PaymentPlan {
  readonly tenant: SeedTenant
  readonly type: 1 | 2 | 3
  readonly status: number
  /** Pesos. */
  readonly amount: number
  readonly soaDate: Date
  readonly createdAt: Date
  readonly outsource: string | null
  readonly steps: readonly Step[]
}

/** The newest are still being worked on; of the others nearly all are posted. */
const NEWEST = 0.003
const STATUSES_OF_NEWEST = { 1: 10, 2: 60, 3: 20, 4: 10 }
const STATUSES = { 3: 1, 4: 93, 5: 6 }

function planPayment(
  index: number,
  { payments, now, timeZone }: PaymentSize,
  people: SeedPeople,
): PaymentPlan {
  const random = createRandom(index * 40_503 + 17)
  const span = SPAN_DAYS * DAY
  const createdAt = new Date(
    now.getTime() - span + Math.floor(((index + random.next()) / payments) * (span - 2 * HOUR)),
  )
  const fresh = index >= payments * (1 - NEWEST)
  const type = random.weighted({ 1: 45, 2: 35, 3: 20 }) as 1 | 2 | 3
  const wanted = random.weighted<number>(fresh ? STATUSES_OF_NEWEST : STATUSES)
  // Only an online payment is ever just created.
  const status = type === 1 && wanted === 1 ? 2 : wanted
  const outsource = type === 1 || status === 1 ? null : status === 5 ? 'F' : 'S'
  const tenant = random.pick(people.tenants)
  return {
    tenant,
    type,
    status,
    amount: random.between(1_000, 24_000) + random.pick([0, 0.5, 0.25]),
    soaDate: startOfDay(later(createdAt, -random.between(1, 14) * DAY), timeZone),
    createdAt,
    outsource,
    steps: stepsOf(type, status, outsource, createdAt, now),
  }
}

function stepsOf(type: number, status: number, outsource: string | null, createdAt: Date, now: Date): Step[] {
  const steps: Step[] = [{ at: createdAt, by: 'client', from: null, to: type === 1 ? 2 : 1, outsource: null }]
  const add = (by: Step['by'], to: number, minutes: number): void => {
    const before = steps.at(-1) as Step
    // Never past now, and never before what came first.
    const at = new Date(
      Math.max(
        Math.min(before.at.getTime() + minutes * MINUTE, now.getTime() - 1000),
        before.at.getTime() + 1,
      ),
    )
    steps.push({ at, by, from: before.to, to, outsource })
  }
  if (outsource !== null) add('gateway', outsource === 'F' ? 5 : 2, 10)
  if (status === 3 || status === 4) add('admin', 3, 600)
  if (status === 4) add('admin', 4, 900)
  if (status === 5 && outsource === null) add('admin', 5, 700)
  return steps
}

/** One statement for each payment, some days before it; without PDFs. */
export function* statementLines(size: PaymentSize, people: SeedPeople): Generator<CopyValue[]> {
  const month = new Intl.DateTimeFormat('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: size.timeZone,
  })
  for (let index = 0; index < size.payments; index++) {
    const { tenant, amount, soaDate } = planPayment(index, size, people)
    const importedAt = later(soaDate, 10 * HOUR)
    yield [
      tenant.id,
      `Statement of Account, ${month.format(soaDate)}`,
      amount,
      soaDate,
      importedAt,
      importedAt,
    ]
  }
}

/** The last numbers that were given out. */
export type PaymentCounters = Map<string, { module: 'payment' | 'receipt'; year: number; last: number }>

/** The rows of `payments`, in the order of their ids, which is that of their times; `counters` is told their numbers. */
export function* paymentLines(
  size: PaymentSize,
  people: SeedPeople,
  counters: PaymentCounters,
): Generator<CopyValue[]> {
  for (let index = 0; index < size.payments; index++) {
    const plan = planPayment(index, size, people)
    const { tenant, type, status, amount, soaDate, createdAt, steps, outsource } = plan
    const { year } = wallClock(createdAt, size.timeZone)
    const number = nextNumber(counters, 'payment', year)
    const [verified, posted] = [3, 4].map(
      (to) => steps.find((step) => step.by === 'admin' && step.to === to)?.at,
    )
    const reference = type === 1 ? null : `G${String(index + 1).padStart(9, '0')}`
    const receipt = posted ? receiptOf(plan, number, size, people, counters, posted) : null
    yield [
      index + 1,
      number,
      tenant.id,
      type,
      status,
      steps.length,
      amount,
      soaDate,
      amount,
      invoiceNumber(tenant.clientCode, wallClock(soaDate, size.timeZone)),
      soaDate,
      createdAt,
      tenant.uoccname,
      type === 1 ? null : `${number}-${(index + 1).toString(16).padStart(16, '0')}`,
      reference,
      outsource,
      verified ?? null,
      verified ? people.admin.id : null,
      posted ?? null,
      posted ? people.admin.id : null,
      receipt?.number ?? null,
      receipt && JSON.stringify(receipt),
      createdAt,
      steps.at(-1)?.at ?? createdAt,
    ]
  }
}

function receiptOf(
  { tenant, type, amount, createdAt }: PaymentPlan,
  number: string,
  { timeZone }: PaymentSize,
  { admin }: SeedPeople,
  counters: PaymentCounters,
  postedAt: Date,
): ReceiptData {
  return {
    // Numbers follow the payments here, not their posting: nothing measures the difference.
    number: nextNumber(counters, 'receipt', wallClock(postedAt, timeZone).year),
    postedAt: postedAt.toISOString(),
    timeZone,
    community: { name: 'Tahanan', logo: null },
    payer: { name: tenant.uoccname, clientCode: tenant.clientCode, unitNumber: tenant.unit },
    amount,
    currency: 'PHP',
    method: PAYMENT_TYPES[type - 1]?.label ?? '',
    transactionDate: createdAt.toISOString(),
    references: [['Payment', number]],
    postedBy: admin.name,
    sandbox: false,
  }
}

const PREFIXES = { payment: 'PY', receipt: 'AR' } as const

function nextNumber(counters: PaymentCounters, module: 'payment' | 'receipt', year: number): string {
  const key = `${module} ${year}`
  const counter = counters.get(key) ?? { module, year, last: 0 }
  counters.set(key, counter)
  counter.last++
  return `${PREFIXES[module]}-${year}-${String(counter.last).padStart(6, '0')}`
}

/** The histories, in the order of the payments. */
export function* paymentEventLines(size: PaymentSize, people: SeedPeople): Generator<CopyValue[]> {
  for (let index = 0; index < size.payments; index++) {
    const { tenant, type, steps } = planPayment(index, size, people)
    for (const { at, by, from, to, outsource } of steps) {
      const [id, name] =
        by === 'client'
          ? [tenant.id, tenant.uoccname]
          : by === 'admin'
            ? [people.admin.id, people.admin.name]
            : [null, PAYMENT_TYPES[type - 1]?.label ?? '']
      yield [index + 1, at, by, id, name, from, to, by === 'gateway' ? null : outsource, outsource]
    }
  }
}
