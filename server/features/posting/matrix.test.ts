import { describe, expect, test } from 'vitest'
import { setRoles } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { PAGES } from '@tahanan/contract/permissions.ts'
import { deposit, setPayment, createStoredReader } from './testing.ts'

/**
 * Tests that the API calls enforce the permission tables of `payments/policy.test.ts`: with four sets of
 * flags, on an unverified, a verified and a posted payment.
 */
const SETS: readonly (readonly string[])[] = [
  PAGES.payments,
  ['view', 'edit'],
  ['view', 'edit', 'verify', 'reject'],
  PAGES.payments.filter((flag) => flag !== 'edit'),
]

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { roles: {} })
const resident = await portal.as('client')
const findStatus = async (id: number) => (await createStoredReader(portal).findStoredRow(id)).status

async function createInStatus(status: number): Promise<number> {
  const { id } = await deposit(portal, resident)
  const receipt = status === 4 && { receipt_number: `AR-TEST-${id}`, receipt: '{}' }
  await setPayment(portal, id, { status, ...receipt })
  return id
}

describe.each(SETS.map((flags) => [flags.join('+'), flags] as const))('with %s', (_, flags) => {
  const has = (flag: string) => flags.includes(flag)

  test.each([2, 3, 4])('a payment of status %i is moved and deleted as the policy says', async (from) => {
    await setRoles(portal.db, admin.id, { payments: flags })
    let id = await createInStatus(from)
    const { body: seen } = await admin.get<{ can: string[] }>(`/payment/${id}`)
    for (const [to, action, flag] of [
      [2, 'edit', null],
      [3, 'verify', 'verify'],
      [4, 'post', 'posted'],
      [5, 'reject', 'reject'],
    ] as const) {
      const isAllowed = seen.can.includes(action) || (to === from && seen.can.includes('edit'))
      const { status, body } = await admin.put(`/payment/${id}`, { status: to })
      expect([to, status, await findStatus(id)]).toEqual([to, isAllowed ? 200 : 403, isAllowed ? to : from])
      if (!has('edit')) expect(body.message).toBe('You do not have the permission payments.edit.')
      else if (!isAllowed && from !== 4)
        expect(body.message).toBe(`You do not have the permission payments.${flag}.`)
      if (isAllowed) id = await createInStatus(from)
    }
    const isDeletable = seen.can.includes('delete')
    expect(isDeletable).toBe(has('reject') && from === 2)
    expect((await admin.delete(`/payment/${id}`)).status).toBe(isDeletable ? 200 : 403)
    expect(await findStatus(id)).toBe(isDeletable ? 0 : from)
  })
})
