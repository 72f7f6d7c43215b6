import { expect, test } from 'vitest'
import { awaitStatuses } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { ListView } from '@tahanan/contract/lists/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const superAdmin = await portal.as('super-admin')
const createOfficeAdmin = () => portal.as('admin', { roles: { gatepass: ['view'], payments: ['view'] } })
type OfficeAdmin = Awaited<ReturnType<typeof createOfficeAdmin>>

const view = { page: 'tickets', name: 'Pull outs this week', query: 'type=4&period=week&sort=clientCode' }
const saveView = (caller: OfficeAdmin, overrides: object = {}) =>
  caller.post<ListView>('/list-view', { ...view, ...overrides })
const listViewNames = async (caller: OfficeAdmin, page = 'tickets') =>
  (await caller.get<{ data: ListView[] }>(`/list-views?page=${page}`)).body.data.map(({ name }) => name)

test('an administrator saves, lists and deletes views of a list', async () => {
  const admin = await createOfficeAdmin()
  const { status, body } = await saveView(admin, { name: `  ${view.name} ` })
  expect(status).toBe(201)
  expect(body).toEqual({ id: expect.any(Number), created_at: expect.stringMatching(/Z$/), ...view })
  await saveView(admin, { page: 'payments', name: 'Cheques', query: 'type=5&status=2' })
  expect([await listViewNames(admin), await listViewNames(admin, 'payments')]).toEqual([
    [view.name],
    ['Cheques'],
  ])
  expect((await admin.delete(`/list-view/${body.id}`)).body).toEqual({ success: true })
  expect(await listViewNames(admin)).toEqual([])
})

test("another's view does not exist", async () => {
  const [admin, otherAdmin] = [await createOfficeAdmin(), await createOfficeAdmin()]
  const { id } = (await saveView(admin)).body
  expect(await listViewNames(otherAdmin)).toEqual([])
  const strangerRequests = [otherAdmin.delete(`/list-view/${id}`), otherAdmin.delete('/list-view/999999999')]
  expect(await awaitStatuses(strangerRequests)).toEqual([404, 404])
  expect((await saveView(otherAdmin)).status).toBe(201)
  expect((await saveView(admin, { page: 'payments', query: '' })).status).toBe(201)
  expect(await listViewNames(admin)).toEqual([view.name])
})

test('only lists with filters have views', async () => {
  const officeAdmin = await createOfficeAdmin()
  const unknownReplies = ['amenities', '__proto__', '', 'tickets/'].map((page) =>
    officeAdmin.get(`/list-views?page=${encodeURIComponent(page)}`),
  )
  expect(await awaitStatuses(unknownReplies)).toEqual([400, 400, 400, 400])
})

test.each([
  ['page=2', "This list has no filter 'page'."],
  ['modal=true&serviceId=7', "This list has no filter 'modal'."],
  ['constructor=1', "This list has no filter 'constructor'."],
  ['status=7', "'7' is not valid for 'status'."],
  ['statuses=1,9', "'1,9' is not valid for 'statuses'."],
  ['statuses=1,1', "'1,1' is not valid for 'statuses'."],
  ['status=1&status=2', "'status' is there twice."],
  ['sort=private', "'private' is not valid for 'sort'."],
  ['type=9', "'9' is not valid for 'type'."],
  ['period=year', "'year' is not valid for 'period'."],
  ['from=2026-02-30', "'2026-02-30' is not valid for 'from'."],
  ['from=2026-03-02&to=2026-03-01', 'The first day is after the last.'],
  ['tenantId=0', "'0' is not valid for 'tenantId'."],
])('the query %s is refused', async (query, message) => {
  const { status, body } = await saveView(await createOfficeAdmin(), { query })
  expect([status, body]).toEqual([400, expect.objectContaining({ errors: { query: [message] } })])
})

test('a name that is missing, taken or too long is refused, and so is a long query', async () => {
  const admin = await createOfficeAdmin()
  await saveView(admin)
  const getRefusalBody = async (overrides: object) => (await saveView(admin, overrides)).body as unknown
  expect(await getRefusalBody({ name: ` ${view.name}` })).toMatchObject({
    errors: { name: ['You have a view of this name already.'] },
  })
  expect(await getRefusalBody({ name: ' ' })).toMatchObject({ errors: { name: ['Please name this view!'] } })
  for (const invalidFields of [
    { name: 'x'.repeat(61) },
    { query: `search=${'x'.repeat(1000)}` },
    { name: 'a\u0000b' },
  ])
    expect((await saveView(admin, invalidFields)).status).toBe(400)
  // Each query has a filter that its list does not have: payments cannot be late, and gate passes have no
  // payment method 6.
  const otherViewRequests = [
    saveView(admin, { page: 'payments', name: 'Late', query: 'late=1' }),
    saveView(admin, { name: 'Transfers', query: 'type=6' }),
  ]
  expect(await awaitStatuses(otherViewRequests)).toEqual([400, 400])
})

test('of simultaneous creates at most twenty views are saved', async () => {
  const admin = await createOfficeAdmin()
  const names = Array.from({ length: LIMITS.views + 4 }, (_, index) => `View ${index}`)
  const statuses = await awaitStatuses(names.map((name) => saveView(admin, { name })))
  expect(statuses.filter((status) => status === 201)).toHaveLength(LIMITS.views)
  expect(statuses.filter((status) => status === 400)).toHaveLength(4)
  expect((await saveView(admin, { page: 'payments', query: '' })).status).toBe(201)
})

test('views are deleted with their administrator', async () => {
  const [admin, otherAdmin] = [await createOfficeAdmin(), await createOfficeAdmin()]
  await saveView(admin)
  await saveView(otherAdmin)
  await superAdmin.delete(`/user-admin/${admin.id}`)
  const remainingViews = portal.db.selectFrom('list_views').select('admin_id').where('name', '=', view.name)
  const owners = (await remainingViews.execute()).map(({ admin_id }) => admin_id)
  expect([owners.includes(admin.id), owners.includes(otherAdmin.id)]).toEqual([false, true])
})
