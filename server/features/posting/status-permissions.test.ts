import { describe, expect, test } from 'vitest'
import { setRoles } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { PAGE_PERMISSIONS } from '@tahanan/contract/permissions.ts'
import { payByDeposit, updatePaymentRow, createStoredRowQueries } from './testing.ts'

const FLAG_SETS: readonly (readonly string[])[] = [
  PAGE_PERMISSIONS.payments,
  ['view', 'edit'],
  ['view', 'edit', 'verify', 'reject'],
  PAGE_PERMISSIONS.payments.filter((flag) => flag !== 'edit'),
]

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { roles: {} })
const resident = await portal.as('client')
const findPaymentStatus = async (id: number) =>
  (await createStoredRowQueries(portal).findStoredRow(id)).status

async function createPaymentInStatus(status: number): Promise<number> {
  const { id } = await payByDeposit(portal, resident)
  const receipt = status === 4 && { receipt_number: `AR-TEST-${id}`, receipt: '{}' }
  await updatePaymentRow(portal, id, { status, ...receipt })
  return id
}

describe.each(FLAG_SETS.map((flags) => [flags.join('+'), flags] as const))('with %s', (_, flags) => {
  const hasFlag = (flag: string) => flags.includes(flag)

  test.each([2, 3, 4])('a payment of status %i is moved and deleted as the policy says', async (from) => {
    await setRoles(portal.db, admin.id, { payments: flags })
    let id = await createPaymentInStatus(from)
    const { body: paymentBefore } = await admin.get<{ can: string[] }>(`/payment/${id}`)
    for (const [to, action, flag] of [
      [2, 'edit', null],
      [3, 'verify', 'verify'],
      [4, 'post', 'posted'],
      [5, 'reject', 'reject'],
    ] as const) {
      const isAllowed =
        paymentBefore.can.includes(action) || (to === from && paymentBefore.can.includes('edit'))
      const { status, body } = await admin.put(`/payment/${id}`, { status: to })
      expect([to, status, await findPaymentStatus(id)]).toEqual([
        to,
        isAllowed ? 200 : 403,
        isAllowed ? to : from,
      ])
      if (!hasFlag('edit')) expect(body.message).toBe('You do not have the permission payments.edit.')
      else if (!isAllowed && from !== 4)
        expect(body.message).toBe(`You do not have the permission payments.${flag}.`)
      if (isAllowed) id = await createPaymentInStatus(from)
    }
    const isDeletable = paymentBefore.can.includes('delete')
    expect(isDeletable).toBe(hasFlag('reject') && from === 2)
    expect((await admin.delete(`/payment/${id}`)).status).toBe(isDeletable ? 200 : 403)
    expect(await findPaymentStatus(id)).toBe(isDeletable ? 0 : from)
  })
})
