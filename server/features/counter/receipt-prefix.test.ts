import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')

test('the counter names the series of the next receipt, also before the first one', async () => {
  const getPrefix = async () =>
    (await admin.get<{ receiptPrefix: string }>('/cash-closes')).body.receiptPrefix
  expect(await getPrefix()).toMatch(/^AR-\d{4}-$/)
  const tenant = await portal.as('client')
  const paymentReply = await admin.post<{ receiptNumber: string }>('/counter-payment', {
    tenantId: tenant.id,
    type: 4,
    amountPaid: 100,
  })
  expect(paymentReply.body.receiptNumber.startsWith(await getPrefix())).toBe(true)
})
