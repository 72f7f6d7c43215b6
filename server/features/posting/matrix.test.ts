import { beforeAll, describe, expect, test } from 'vitest'
import { setRoles } from '#testing/accounts.ts'
import { openTestPortal } from '#testing/portal.ts'
import { PAGES } from '@tahanan/contract/permissions.ts'
import { deposit, setPayment, storedIn } from './testing.ts'

/**
 * Each flag of the page alone, and all flags except it, against a table written by hand from rules 2.5 and
 * 8.5. `proof/access/` tests who may call which call.
 */
const FLAGS = PAGES.payments
const STATUSES = [1, 2, 3, 4, 5]
const FLAG_OF: Record<number, string | null> = { 2: null, 3: 'verify', 4: 'posted', 5: 'reject' }
const ALONE = FLAGS.map((flag) => [flag])
const ALL_BUT = FLAGS.map((flag) => FLAGS.filter((other) => other !== flag))
/** Flags that matter together with edit; the sets without one flag show that the others do not. */
const PAIRS = ['view', 'verify', 'posted', 'reject', 'reverse'].map((flag) => ['edit', flag])

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin', { roles: {} })
const resident = await portal.as('client')

/** A posted row cannot be moved back, so cases get rows of their own where needed. */
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
    // A refusal leaves the payment unchanged, so the next case can use it.
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

  test('the possible actions are those in `can`, for administrators who may view it', async () => {
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
