import { beforeAll, describe, expect, test } from 'vitest'
import { makeAmenity, setRoles } from '#testing/accounts.ts'
import type { Caller, LoggedIn } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { rulesOf } from '#testing/ticket-rules.ts'
import { PAGES } from '@tahanan/contract/permissions.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { exampleBody } from '@tahanan/contract/tickets/example.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { dayAhead } from './testing.ts'

/**
 * Every module × flag × action × status, against a table written by hand. `proof/access/` tests who may call
 * which call.
 */
const FLAG_OF_STATUS: Record<number, string> = {
  2: 'approve',
  3: 'ongoing',
  4: 'complete',
  5: 'cancel',
  6: 'reject',
}
const STATUSES = [1, 2, 3, 4, 5, 6]
const timeZone = 'Asia/Manila'

let hour = 0

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const office = await portal.as('admin')
const owner = await portal.as('client', { soaAmount: 0 })
const other = await portal.as('client', { soaAmount: 0 })
const amenityId = (await makeAmenity(portal.db)).id

/** Returns a valid body; each reservation takes another hour. */
function bodyOf(module: TicketModule): Record<string, unknown> {
  const body: Record<string, unknown> = { ...exampleBody(module, new Date(), timeZone), tenantId: owner.id }
  if (!module.holds) return body
  const days = 8 + Math.floor(hour / 15)
  const from = String(6 + (hour++ % 15)).padStart(2, '0')
  const day = dayAhead(days)
  return { ...body, amenityId, startTime: `${day} ${from}:00:00`, endTime: `${day} ${from}:59:00` }
}

/** Creates a ticket of the owner in a status, with everything needed for its approval. */
async function ticket(module: TicketModule, status = 1): Promise<number> {
  const { body, status: answer } = await office.post<{ id: number }>(`/${module.path.one}`, bodyOf(module))
  expect(answer).toBe(201)
  if (status !== 1) await portal.db.updateTable('tickets').set({ status }).where('id', '=', body.id).execute()
  return body.id
}

async function rowOf(id: number): Promise<string> {
  return JSON.stringify(
    await portal.db.selectFrom('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

/**
 * Makes a call and returns whether it succeeded; checks that a refusal is of the expected kind and changes
 * nothing.
 */
async function outcome(
  caller: Caller,
  method: 'put' | 'delete',
  path: string,
  id: number,
  body?: object,
): Promise<boolean> {
  const before = await rowOf(id)
  const { status } = await caller[method](path, body)
  if (status === 200) return true
  expect([403, 404]).toContain(status)
  expect(await rowOf(id)).toBe(before)
  return false
}

const ALL = MODULES.map((module) => [module.name, module] as const)
describe.each(ALL)('%s by server/testing/ticket-rules.ts', (name, module) => {
  const rule = rulesOf(name)
  // A text that both writers may fill in.
  const ownField = Object.entries(module.fields).find(
    ([, field]) => field.kind === 'text' && !field.pattern && !field.writers,
  )![0]
  const one = (id: number) => `/${module.path.one}/${id}`

  test.each(STATUSES)(
    'its resident edits and deletes it only while the status is 1 (status %i)',
    async (status) => {
      const [edited, deleted] = [await ticket(module, status), await ticket(module, status)]
      const seen = await owner.get<{ can: string[] }>(one(edited))
      expect(seen.body.can.toSorted()).toEqual(status === 1 ? ['delete', 'edit', 'fields'] : [])
      expect(await outcome(owner, 'put', one(edited), edited, { [ownField]: 'Changed' })).toBe(status === 1)
      expect(await outcome(owner, 'delete', one(deleted), deleted)).toBe(status === 1)
    },
  )

  test('its resident cannot change its status or the office’s fields', async () => {
    const id = await ticket(module)
    const { body: before } = await owner.get<Record<string, unknown>>(one(id))
    const body = {
      status: 2,
      remarks: 'ok',
      approvedById: 1,
      approvalDate: '2026-01-01T00:00:00Z',
      tenantId: other.id,
      estimatedAmount: 1,
      postById: 1,
    }
    const { body: answer } = await owner.put<Record<string, unknown>>(one(id), body)
    expect(answer).toMatchObject({
      status: 1,
      remarks: '',
      approvedById: null,
      approvalDate: null,
      tenantId: owner.id,
    })
    expect(answer.estimatedAmount).toBe(before.estimatedAmount)
  })

  const flags: readonly string[] = PAGES[module.permission]
  describe.each(flags.map((flag) => [flag]))('an administrator with view and %s alone', (flag) => {
    let admin: LoggedIn
    const has = (needed: string) => needed === flag || needed === 'view'
    const submit = !rule.submit || has(rule.submit)
    const movers = ['approve', 'ongoing', 'complete', 'cancel', 'reject', ...rule.edit]
    const mayMove = submit && movers.includes(flag)
    const mayCall = submit && ['verify', ...movers].includes(flag)
    beforeAll(async () => {
      admin = await portal.as('admin', { roles: { [module.permission]: ['view', flag] } })
    })

    test.each(STATUSES)(
      'changes fields, moves and deletes from status %i as its flag says',
      async (status) => {
        // A refusal leaves the ticket unchanged, so the next case can use it.
        let target: number | null = null
        const tryAs = async (method: 'put' | 'delete', body?: object): Promise<boolean> => {
          const id: number = (target ??= await ticket(module, status))
          const through = await outcome(admin, method, one(id), id, body)
          if (through) target = null
          return through
        }
        const open = submit && rule.edit.every(has) && (status === 1 || !rule.locked)
        expect(await tryAs('put', { [ownField]: `By PMO ${status}` })).toBe(open)
        for (const to of STATUSES) {
          // Sending the present status is no change, so every caller of the call may.
          const moves = to === 1 ? mayMove : submit && has(FLAG_OF_STATUS[to]!)
          expect([to, await tryAs('put', { status: to })]).toEqual([to, to === status ? mayCall : moves])
        }
        expect(await tryAs('delete')).toBe(status === 1 && has(rule.delete))
      },
    )

    test('verifies once with the verify flag', async () => {
      const id = await ticket(module)
      const path = `/${module.path.one}/verified/${id}`
      expect((await admin.put(path)).status).toBe(has('verify') ? 200 : 403)
      if (has('verify')) expect((await admin.put(path)).status).toBe(409)
    })
  })

  test.each(Object.entries(FLAG_OF_STATUS))(
    'every flag but one: status %s stays out of reach without %s',
    async (to, lacking) => {
      const id = await ticket(module)
      const roles = { [module.permission]: flags.filter((flag) => flag !== lacking) }
      const admin = await portal.as('admin', { roles })
      expect(await outcome(admin, 'put', one(id), id, { status: Number(to) })).toBe(false)
      await setRoles(portal.db, admin.id, { [module.permission]: flags })
      expect(await outcome(admin, 'put', one(id), id, { status: Number(to) })).toBe(true)
    },
  )
})
