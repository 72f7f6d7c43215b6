import { beforeAll, describe, expect, test } from 'vitest'
import { setRoles } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { PAGES } from '@tahanan/contract/permissions.ts'
import { deposit, setPayment, storedIn } from './testing.ts'

/**
 * Every flag of the page alone, and all but it, against a table written down from rules 2.5 and 8.5 by hand. Who may make
 * which call at all: proof/access/.
 */
const FLAGS = PAGES.payments
const STATUSES = [1, 2, 3, 4, 5]
const FLAG_OF: Record<number, string | null> = { 2: null, 3: 'verify', 4: 'posted', 5: 'reject' }
const ALONE = FLAGS.map((flag) => [flag])
const ALL_BUT = FLAGS.map((flag) => FLAGS.filter((other) => other !== flag))
/** With edit those alone that open something of a payment: that the others open nothing, all but one of these shows. */
const PAIRS = ['view', 'verify', 'posted', 'reject', 'reverse'].map((flag) => ['edit', flag])

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { roles: {} })
const resident = await portal.as('client')

/** A posted row may not be moved back even by hand, so each case gets a row of its own where it needs one. */
async function inStatus(status: number): Promise<number> {
  const id = (await deposit(portal, resident)).id
  const receipt = status === 4 && { receipt_number: `AR-TEST-${id}`, receipt: '{}' }
  await setPayment(portal, id, { status, ...receipt })
  return id
}
const statusOf = async (id: number) => (await storedIn(portal).rowOf(id)).status

describe.each(
  [...ALONE, ...ALL_BUT, ...PAIRS, [], [...FLAGS]].map((grants) => [grants.join('+') || 'none', grants]),
)('with %s', (_, grants) => {
  const has = (flag: string) => grants.includes(flag)
  beforeAll(() => setRoles(portal.db, admin.id, { payments: grants as string[] }))

  test.each(STATUSES)('each status from %i needs edit and its flag; deleting needs reject', async (from) => {
    // A refusal leaves the payment as it was, so the next may be tried on it.
    let untouched: number | null = null
    for (const to of [2, 3, 4, 5]) {
      const id: number = (untouched ??= await inStatus(from))
      const flag = FLAG_OF[to] ?? null
      const allowed = has('edit') && (flag === null || has(flag) || to === from) && from !== 4
      const { status, body } = await admin.put(`/payment/${id}`, { status: to })
      expect([from, to, status]).toEqual([from, to, allowed ? 200 : 403])
      expect(await statusOf(id)).toBe(allowed ? to : from)
      if (allowed) untouched = null
      if (!has('edit')) expect(body.message).toBe('You do not have the permission payments.edit.')
      else if (!allowed && from !== 4)
        expect(body.message).toBe(`You do not have the permission payments.${flag}.`)
    }
    const id = untouched ?? (await inStatus(from))
    const deletable = has('reject') && (from === 1 || from === 2)
    expect((await admin.delete(`/payment/${id}`)).status).toBe(deletable ? 200 : 403)
    expect(await statusOf(id)).toBe(deletable ? 0 : from)
  })

  test('what it can do is what `can` says, to whoever may view it', async () => {
    for (const from of STATUSES) {
      const { status, body } = await admin.get<{ can: string[] }>(`/payment/${await inStatus(from)}`)
      expect(status).toBe(has('view') ? 200 : 403)
      if (!has('view')) continue
      const open = has('edit') && from !== 4
      expect([from, body.can]).toEqual([
        from,
        [
          ...(open ? ['edit'] : []),
          ...(open && has('verify') ? ['verify'] : []),
          ...(open && has('posted') ? ['post'] : []),
          ...(open && has('reject') ? ['reject'] : []),
          ...(has('reject') && from <= 2 ? ['delete'] : []),
          ...(has('reverse') && from === 4 ? ['reverse'] : []),
          ...(from === 4 ? ['receipt'] : []),
        ],
      ])
    }
  })
})
