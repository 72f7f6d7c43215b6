import { atClock, DAY, later } from '../clock.ts'
import type { DemoClock } from '../clock.ts'
import type { PictureName } from '../pictures/album.ts'
import type { Random } from '../random.ts'
import type { DemoResident } from '../residents.ts'
import { paysMonthly } from './months.ts'
import type { DemoMonth } from './months.ts'
import { beginPayment, gatewaySays, officeDecides } from './payment-course.ts'
import type { DemoPayment, PaymentType } from './payment-course.ts'

export interface PaymentsPlan {
  readonly residents: readonly DemoResident[]
  readonly months: readonly DemoMonth[]
  /** By resident and month, in pesos. */
  readonly balances: readonly (readonly number[])[]
  readonly random: Random
  readonly clock: DemoClock
}

/** What becomes of a payment. */
type Course =
  | 'begun'
  | 'pending'
  | 'waiting'
  | 'verified'
  | 'posted'
  | 'rejected'
  | 'failed'
  | 'refunded'
  | 'differs'
  | 'settled'

const SLIPS: readonly PictureName[] = ['depositSlipA', 'depositSlipB', 'depositSlipC']
const UNREADABLE = 'The slip cannot be read. Please upload a clearer picture.'

/** A-101 has paid every month, each way once, and learnt what a slip must show. */
const OF_A101: readonly (readonly [month: number, type: PaymentType, course: Course])[] = [
  [0, 1, 'posted'],
  [1, 2, 'posted'],
  [2, 3, 'posted'],
  [3, 1, 'rejected'],
  [3, 1, 'posted'],
  [4, 2, 'posted'],
]
/** B-202 pays parts, and Dragonpay heard another amount than the portal. */
const OF_B202: typeof OF_A101 = [
  [1, 1, 'posted'],
  [3, 1, 'rejected'],
  [4, 2, 'differs'],
]

/** What came since the latest statements, so that every tab has something to do. */
const RECENT: readonly (readonly [type: PaymentType, course: Course])[] = [
  [1, 'waiting'],
  [1, 'waiting'],
  [1, 'waiting'],
  [1, 'verified'],
  [1, 'verified'],
  [1, 'rejected'],
  [1, 'posted'],
  [2, 'begun'],
  [2, 'pending'],
  [2, 'pending'],
  [2, 'waiting'],
  [2, 'waiting'],
  [2, 'verified'],
  [2, 'failed'],
  [2, 'posted'],
  [3, 'begun'],
  [3, 'waiting'],
  [3, 'verified'],
  [3, 'failed'],
  [3, 'posted'],
]

/** What the office has no time for until tomorrow comes last; what it decided on came first. Days ago. */
const RECENT_DAYS: Readonly<Partial<Record<Course, readonly [number, number]>>> = {
  posted: [4.4, 5],
  verified: [3.2, 4.8],
  rejected: [3.2, 4.8],
}

/** The payments of the last months, oldest first: in every status, by every way, and in every kind of trouble. */
export function planPayments(plan: PaymentsPlan): DemoPayment[] {
  const payments: DemoPayment[] = []
  for (const [index, resident] of plan.residents.entries()) {
    if (resident.clientCode === 'A-101') payments.push(...OF_A101.map((each) => past(plan, index, ...each)))
    else if (resident.clientCode === 'B-202')
      payments.push(...OF_B202.map((each) => past(plan, index, ...each)))
    else payments.push(...usualPayments(plan, index))
  }
  payments.push(...recentPayments(plan))
  return payments.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** Of the months before the latest: most are posted, some go wrong first. */
function usualPayments(plan: PaymentsPlan, index: number): DemoPayment[] {
  const { random, residents, months } = plan
  const resident = residents[index] as DemoResident
  return months.slice(0, -1).flatMap((_, month) => {
    if (!random.chance(paysMonthly(resident) ? 48 : 22) || owed(plan, index, month) === 0) return []
    const type = random.weighted({ 1: 40, 2: 36, 3: 24 }) as PaymentType
    const wrong: Course = type === 1 ? 'rejected' : 'failed'
    const odd = ODDITIES[index % ODDITIES.length]
    if (type !== 1 && odd && month === index % 4) return [past(plan, index, month, type, odd)]
    return [
      ...(random.chance(9) ? [past(plan, index, month, type, wrong)] : []),
      past(plan, index, month, type, 'posted'),
    ]
  })
}

/** Now and then money is taken back, or a difference is cleared up by telephone. */
const ODDITIES: readonly (Course | null)[] = [
  null,
  null,
  null,
  'refunded',
  null,
  null,
  null,
  'settled',
  null,
  null,
]

const owed = ({ balances }: PaymentsPlan, resident: number, month: number): number =>
  balances[resident]?.[month] ?? 0

/** What is paid of a statement: all of it, or a round part by those who are behind. */
function amountOf(plan: PaymentsPlan, index: number, month: number): number {
  const amount = owed(plan, index, month)
  if (paysMonthly(plan.residents[index] as DemoResident)) return amount
  return Math.max(500, Math.round((amount * plan.random.between(15, 40)) / 100 / 500) * 500)
}

/** A payment in the two weeks after a statement; what is tried again comes after what went wrong. */
function past(
  plan: PaymentsPlan,
  resident: number,
  month: number,
  type: PaymentType,
  course: Course,
): DemoPayment {
  const { random, clock, months } = plan
  const wrong = course === 'rejected' || course === 'failed'
  const days = wrong ? random.between(1, 4) : random.between(6, 12)
  const day = later((months[month] as DemoMonth).importedAt, days * DAY)
  const createdAt = atClock(day, random.between(7, 21), random.between(0, 59), clock.timeZone)
  return run(plan, { resident, month, type, createdAt }, course)
}

function recentPayments(plan: PaymentsPlan): DemoPayment[] {
  const { residents, months, random, clock } = plan
  const month = months.length - 1
  const payers = residents
    .map((_, index) => index)
    .filter((index) => {
      const { clientCode } = residents[index] as DemoResident
      return clientCode !== 'A-101' && clientCode !== 'B-202' && owed(plan, index, month) > 0
    })
  // Spread over the towers.
  const step = Math.max(1, Math.floor(payers.length / RECENT.length))
  return RECENT.map(([type, course], nth) => {
    const [from, to] = RECENT_DAYS[course] ?? [0.1, 2.4]
    const createdAt = later(clock.now, -(from + (to - from) * random.next()) * DAY)
    const resident = payers[(nth * step) % payers.length] ?? 0
    return run(plan, { resident, month, type, createdAt }, course)
  })
}

/** Leads a payment along its course. */
function run(
  plan: PaymentsPlan,
  { resident, month, type, createdAt }: Pick<DemoPayment, 'resident' | 'month' | 'type' | 'createdAt'>,
  course: Course,
): DemoPayment {
  const { random, clock } = plan
  const blurred = type === 1 && course === 'rejected'
  const payment = beginPayment(
    {
      resident,
      month,
      type,
      amount: amountOf(plan, resident, month),
      createdAt,
      slip: type === 1 ? (blurred ? 'blurredSlip' : random.pick(SLIPS)) : null,
    },
    random,
  )
  const office = (to: 3 | 4 | 5, remark?: string) => officeDecides(payment, to, { random, clock, remark })
  if (course === 'begun') return payment
  if (course === 'pending') gatewaySays(payment, 'P', plan)
  else if (course === 'failed') gatewaySays(payment, 'F', plan)
  else if (course === 'differs' || course === 'settled')
    gatewaySays(payment, 'S', { random, clock, amount: payment.amount - 100 })
  else if (type !== 1) gatewaySays(payment, 'S', plan)

  if (course === 'rejected') office(5, UNREADABLE)
  if (course === 'settled') office(3, 'Dragonpay and the resident agree: the fee of ₱100.00 was taken off.')
  if (['verified', 'posted', 'refunded'].includes(course)) office(3)
  if (['posted', 'refunded', 'settled'].includes(course)) office(4)
  if (course === 'refunded') gatewaySays(payment, 'R', plan, random.between(2, 5) * 24 * 60)
  return payment
}

/** The payment of a reservation that the office made for a resident: nothing is paid with it. */
export function reservationPayment(
  plan: PaymentsPlan,
  reservation: { readonly index: number; readonly resident: number; readonly createdAt: Date },
): DemoPayment {
  const { months, random } = plan
  const { resident, createdAt, index } = reservation
  const known = months.findLastIndex(({ importedAt }) => importedAt <= createdAt)
  return beginPayment(
    {
      resident,
      type: 1,
      amount: 0,
      month: Math.max(0, known),
      createdAt,
      slip: null,
      reservation: index,
    },
    random,
  )
}
