import { beforeEach, describe, expect, test } from 'vitest'
import { storeMessage } from '#features/gateways/store-message.ts'
import { createLedgerCalls, getDayFromNow } from '#features/ledger/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Payment, PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import { payByDeposit, payOnline, reportOutcome, uploadProof } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { name: 'Liza Villanueva' })
const resident = await portal.as('client')
const { importStatement } = createLedgerCalls(portal, admin)

const reviewPayment = (id: number, status: number, extraFields: object = {}, caller = admin) =>
  caller.put(`/payment/${id}`, { status, ...extraFields })
const loadPayment = async (id: number) => (await admin.get<PaymentWithHistory>(`/payment/${id}`)).body
const createProof = async () => ({
  confirmed: true,
  remarks: 'Seen in the bank’s list',
  proof: [await uploadProof(portal, admin)],
})
const answerInquiry = async (
  paymentId: number,
  verdict: 'unknown' | 'failed' | 'received' | 'badDigest',
  kind: 'inquiry' | 'postback' = 'inquiry',
) => {
  const gateway = { name: 'dragonpay', sandbox: false } as const
  const id = await storeMessage(portal.db, gateway, { kind, txnId: null, raw: {}, paymentId })
  await portal.db.updateTable('gateway_messages').set({ verdict }).where('id', '=', id).execute()
}

describe('an online payment', () => {
  let id: number
  beforeEach(async () => {
    id = (await payOnline(portal, resident)).paymentId
  })

  test('is verified and posted after the gateway’s success', async () => {
    await reportOutcome(portal, id, 'S')
    for (const status of [3, 4]) expect((await reviewPayment(id, status)).status).toBe(200)
  })

  test.each(['F', 'R'])('is neither verified nor posted while the gateway says %s', async (statusCode) => {
    await reportOutcome(portal, id, statusCode)
    expect((await loadPayment(id)).can.filter((ability) => ['verify', 'post'].includes(ability))).toEqual([])
    for (const status of [3, 4]) {
      const { status: responseStatus, body } = await reviewPayment(id, status, await createProof())
      expect([responseStatus, body.code]).toEqual([403, 'gatewayRefused'])
      expect(body.message).toMatch(/^Dragon Pay said '\w+' on \d+ \w+ \d{4}, .*\. It can be neither/)
    }
    expect((await reviewPayment(id, 5, { remarks: 'Failed' })).status).toBe(200)
  })

  test('that failed can be posted after a late success', async () => {
    await reportOutcome(portal, id, 'F')
    expect((await reviewPayment(id, 4)).status).toBe(403)
    await reportOutcome(portal, id, 'S')
    // The payment is now under review (rules 8.17), so posting it needs a remark.
    expect((await reviewPayment(id, 4)).status).toBe(400)
    expect((await reviewPayment(id, 4, { remarks: 'The bank was late' })).status).toBe(200)
  })

  test('that was verified cannot be posted after the gateway reported a failure', async () => {
    await reportOutcome(portal, id, 'P')
    expect((await reviewPayment(id, 3, await createProof())).status).toBe(200)
    await reportOutcome(portal, id, 'F')
    expect((await reviewPayment(id, 4, await createProof())).body.code).toBe('gatewayRefused')
  })

  test('unknown to the gateway is refused until it reports something', async () => {
    await answerInquiry(id, 'unknown')
    for (const verdict of ['failed', 'received'] as const) await answerInquiry(id, verdict)
    await answerInquiry(id, 'badDigest', 'postback')
    expect((await reviewPayment(id, 2, { remarks: 'We wait' })).status).toBe(200)
    const otherPayment = await payOnline(portal, resident)
    await reportOutcome(portal, otherPayment.paymentId, 'P')
    const { status, body } = await reviewPayment(id, 4, await createProof())
    expect([status, body.code]).toEqual([403, 'gatewayRefused'])
    expect(body.message).toMatch(/^Dragon Pay did not know this payment on /)
    await reportOutcome(portal, id, 'P')
    expect((await reviewPayment(id, 4)).body.code).toBe('gatewayPending')
    await reportOutcome(portal, id, 'S')
    expect((await reviewPayment(id, 4)).status).toBe(200)
  })

  test.each([null, 'P', 'X'])(
    'of which the gateway says %s takes a second press with remarks and a proof',
    async (statusCode) => {
      if (statusCode !== null) await reportOutcome(portal, id, statusCode)
      for (const status of [3, 4]) {
        const firstResponse = await reviewPayment(id, status, { remarks: 'Seen', proof: [] })
        expect([firstResponse.status, firstResponse.body.code]).toEqual([409, 'gatewayPending'])
        expect(firstResponse.body.message).toMatch(
          statusCode === null
            ? /^Dragon Pay has said nothing of this payment yet\. Go on only with remarks and a proof/
            : /^Dragon Pay said '[\w ]+' on \d+ \w+ \d{4}, /,
        )
      }
      const responseWithoutRemarks = await reviewPayment(id, 3, { confirmed: true })
      expect([responseWithoutRemarks.status, responseWithoutRemarks.body.errors]).toEqual([
        400,
        {
          remarks: [
            // Payments with an unknown status code need a review (rules 8.15).
            statusCode === 'X'
              ? 'This payment was set aside. Please write in the remarks how it was settled.'
              : 'Please input your remarks!',
          ],
          proof: ['Please add a proof that the money came!'],
        },
      ])
      const reviewWithProof = await createProof()
      expect((await reviewPayment(id, 3, reviewWithProof)).status).toBe(200)
      expect(await loadPayment(id)).toMatchObject({
        status: 3,
        proof: [{ name: 'proof.pdf' }],
        remarks: reviewWithProof.remarks,
      })
      expect((await reviewPayment(id, 4)).body.code).toBe('gatewayPending')
      expect((await reviewPayment(id, 4, { confirmed: true })).status).toBe(200)
    },
  )

  test('shows its proof only to the office', async () => {
    expect((await reviewPayment(id, 3, await createProof())).status).toBe(200)
    const [proof] = (await loadPayment(id)).proof
    expect((await resident.get<Payment>(`/payment/${id}`)).body.proof).toEqual([])
    const findFileStatus = async (caller: Pick<LoggedInCaller, 'get'>) =>
      (await caller.get(`/file?name=${encodeURIComponent(proof?.url ?? '')}`)).status
    const cashier = await portal.as('admin', { roles: { payments: ['view'] } })
    expect([
      await findFileStatus(admin),
      await findFileStatus(cashier),
      await findFileStatus(resident),
    ]).toEqual([200, 200, 404])
  })

  test('refuses a proof uploaded by another account, and a slip', async () => {
    const otherAdmin = await portal.as('admin')
    const reviewWithProof = await createProof()
    const foreignProofResponse = await reviewPayment(id, 3, {
      ...reviewWithProof,
      proof: [await uploadProof(portal, otherAdmin)],
    })
    expect([foreignProofResponse.status, Object.keys(foreignProofResponse.body.errors)]).toEqual([
      400,
      ['proof'],
    ])
    const slip = { name: 'x', url: `depositslip/x-${'0'.repeat(32)}.jpg` }
    expect((await reviewPayment(id, 3, { ...reviewWithProof, proof: [slip] })).status).toBe(400)
    expect((await loadPayment(id)).status).toBe(1)
  })
})

test('a deposit is verified and posted without a gateway', async () => {
  const { id } = await payByDeposit(portal, resident)
  for (const status of [3, 4]) expect((await reviewPayment(id, status)).status).toBe(200)
})

test("the office reads the tenant's balance", async () => {
  const payer = await portal.as('client')
  await importStatement(payer, 2000, getDayFromNow(-5))
  const { id } = await payByDeposit(portal, payer)
  expect((await loadPayment(id)).leftToPay).toBe(2000)
  await reviewPayment(id, 4)
  expect((await loadPayment(id)).leftToPay).toBe(500)
  expect((await payer.get<PaymentWithHistory>(`/payment/${id}`)).body.leftToPay).toBeNull()
})

describe('with maker and checker', () => {
  test('the verifier of a payment cannot post it, and unverified payments cannot be posted', async () => {
    const owner = await portal.as('super-admin')
    const otherAdmin = await portal.as('admin')
    const setMakerChecker = (value: string) =>
      owner.post('/website-settings', { settings: [{ name: 'makerChecker', value }] })
    expect((await setMakerChecker('yes')).body.errors).toEqual({ makerChecker: ["This is '0' or '1'."] })
    expect((await setMakerChecker('1')).status).toBe(200)
    const settings = (await owner.get<object[]>('/website-settings')).body
    expect(settings).toContainEqual({ name: 'makerChecker', value: '1' })
    expect(JSON.stringify((await resident.get('/public-website-settings')).body)).not.toContain(
      'makerChecker',
    )

    const { id } = await payByDeposit(portal, resident)
    expect((await reviewPayment(id, 4)).body.code).toBe('notVerified')
    await reviewPayment(id, 3)
    expect((await reviewPayment(id, 4)).body.code).toBe('verifiedByYou')
    await reviewPayment(id, 2)
    await reviewPayment(id, 3, {}, otherAdmin)
    for (const reviewer of [admin, otherAdmin])
      expect((await reviewPayment(id, 4, {}, reviewer)).body.code).toBe('verifiedByYou')
    const thirdAdmin = await portal.as('admin')
    await reviewPayment(id, 3, { remarks: 'Looked at' }, thirdAdmin)
    expect((await reviewPayment(id, 4, {}, thirdAdmin)).status).toBe(200)

    await setMakerChecker('0')
    const { id: next } = await payByDeposit(portal, resident)
    await reviewPayment(next, 3)
    expect((await reviewPayment(next, 4)).status).toBe(200)
  })
})
