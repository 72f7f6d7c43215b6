import { expect, test } from 'vitest'
import {
  startTestPayment,
  openPayingPortal,
  sendPostback,
  loadPaymentState,
} from './testing/paying-portal.ts'

const { portal, dragonpay } = await openPayingPortal()

test('a flood of forged messages is only partly stored, and a genuine one in it counts', async () => {
  const payment = await startTestPayment(await portal.as('client'), 'dragonpay')
  const startTime = performance.now()
  for (let n = 0; n < 350; n += 1)
    await sendPostback(portal, `txnid=X${n}&refno=1&status=S&message=&digest=${'0'.repeat(40)}`)
  const { n: keptCount } = await portal.db
    .selectFrom('gateway_messages')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('verdict', '=', 'badDigest')
    .executeTakeFirstOrThrow()
  expect(Number(keptCount)).toBeGreaterThanOrEqual(300)
  expect(Number(keptCount)).toBeLessThanOrEqual(301 + (performance.now() - startTime) / 2000)
  const genuineCallback = dragonpay.callback(payment.txnId, { status: 'S' })
  expect((await sendPostback(portal, genuineCallback)).status).toBe(200)
  expect((await loadPaymentState(portal, payment.id)).verdicts).toContain('postback accepted')
})
