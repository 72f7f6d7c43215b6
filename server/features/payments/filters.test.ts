import { test } from 'vitest'
import { checkAgainstModel, INSTANTS, type ModelRow } from '#testing/list-filters.ts'
import { openTestPortal } from '#testing/portal.ts'
import { PAYMENT_FILTERS } from '@tahanan/contract/lists/filters.ts'
import { PAYMENT_SORTS } from '@tahanan/contract/sorting.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const tenants = await Promise.all([
  portal.as('client', { clientCode: 'A-101', unitNumber: '7_B' }),
  portal.as('client', { clientCode: 'B-1', uoccname: 'Kalesa', unitNumber: 'Tower 1' }),
])

async function createPaymentRows(): Promise<ModelRow[]> {
  const paymentRows = []
  for (let n = 0; n < 36; n++) {
    const resident = tenants[n % 2]!
    const [createdAt, transactionDate] = [INSTANTS[(n * 5 + (n >> 3)) % 6]!, INSTANTS[(n + (n >> 2)) % 6]!]
    const [status, type] = [(n * 5 + (n >> 3)) % 6, (n % 3) + 1]
    const { id } = await portal.db
      .insertInto('payments')
      .values({
        reference_number: `PY-${n}`,
        receipt_number: `R-${n}`,
        tenant_id: resident.id,
        status,
        type,
        soa_amount: 0,
        amount_paid: 100,
        created_at: new Date(createdAt),
        transaction_date: new Date(transactionDate),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const text = n % 2 === 1 ? 'Kalesa' : ''
    const shownStatus = status === 1 ? 2 : status
    paymentRows.push({
      id,
      status: shownStatus,
      created: createdAt,
      main: transactionDate,
      type: String(type),
      tenant: resident.account,
      text,
    })
  }
  return paymentRows.filter(({ status }) => status !== 0)
}

test('rows, total, tabs and export of payments agree with a plain model of every filter', async () => {
  const keys = { keys: PAYMENT_FILTERS, sorts: PAYMENT_SORTS, searchTerm: 'Kalesa' }
  const paymentList = {
    path: 'payments',
    ids: 'paymentIds',
    rows: await createPaymentRows(),
    hasTabs: true,
    tabs: [2, 3, 4, 5],
  }
  await checkAgainstModel(admin, { ...paymentList, ...keys }, 25)
})
