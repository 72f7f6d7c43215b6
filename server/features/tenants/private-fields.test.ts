import { expect, test } from 'vitest'
import { createTestTicket } from '#features/tickets/testing.ts'
import { createTestTenant } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListedTenant } from '@tahanan/contract/tenants/answers.ts'

const portal = await openTestPortal()
const tenant = await createTestTenant(portal.db, {
  clientCode: 'PRIV-7',
  uoccname: 'Liza Santos',
  email: 'hidden.address@example.test',
})
const viewer = await portal.as('admin', { roles: { tenants: ['view'] } })
const pickerUser = await portal.as('admin', { roles: { visitors: ['edit'] } })

type Roles = Record<string, readonly string[]>

const findTenantIds = async (caller: LoggedInCaller, term: string) =>
  (
    await caller.get<{ data: ListedTenant[] }>(`/tenants?searchTerm=${encodeURIComponent(term)}`)
  ).body.data.map(({ id }) => id)

test('a picker finds tenants by code, name and unit, and by their e-mail only with tenants.view', async () => {
  for (const term of ['PRIV-7', 'priv7', 'liza santos', tenant.unitNumber])
    expect(await findTenantIds(pickerUser, term), term).toContain(tenant.id)
  expect(await findTenantIds(viewer, 'hidden.address')).toEqual([tenant.id])
  for (const term of ['hidden.address', 'example.test'])
    expect(await findTenantIds(pickerUser, term), term).toEqual([])
})

test.each(['leftToPay', '-leftToPay', 'lastSeen', '-lastSeen'])(
  'the order %s, which shows what a picker does not, needs tenants.view',
  async (sort) => {
    expect((await viewer.get(`/tenants?sort=${sort}`)).status).toBe(200)
    const refusedAnswer = await pickerUser.get(`/tenants?sort=${sort}`)
    expect([refusedAnswer.status, refusedAnswer.body.code]).toEqual([403, 'missingPermission'])
    expect((await pickerUser.get('/tenants?sort=-clientCode')).status).toBe(200)
  },
)

test('the gate and the deliveries are searched by e-mail addresses only by who may view tenants', async () => {
  const guard = await portal.as('admin', { roles: { gate: ['view', 'scan'] } })
  expect((await guard.get<{ total: number }>('/gate-passes?search=hidden.address')).body.total).toBe(0)
  const notificationRow = {
    area: 'client',
    tenant_id: tenant.id,
    kind: 'post',
    title: 'News',
    message: 'New',
  } as const
  const { id } = await portal.db
    .insertInto('notifications')
    .values(notificationRow)
    .returning('id')
    .executeTakeFirstOrThrow()
  const delivery = { area: 'client', reader_id: tenant.id, channel: 'mail', state: 'sent' } as const
  await portal.db
    .insertInto('deliveries')
    .values({ notification_id: id, ...delivery })
    .execute()
  const countDeliveries = async (roles: Roles, term: string) => {
    const deliveriesAdmin = await portal.as('admin', { roles: { deliveries: ['view'], ...roles } })
    return (await deliveriesAdmin.get<{ total: number }>(`/deliveries?searchTerm=${term}`)).body.total
  }
  expect(await countDeliveries({}, 'liza')).toBe(1)
  expect(await countDeliveries({}, 'hidden.address')).toBe(0)
  expect(await countDeliveries({ tenants: ['view'] }, 'hidden.address')).toBe(1)
})

test('prepared answers about money are offered only to who may see balances', async () => {
  const officeAdmin = await portal.as('admin')
  for (const [title, text] of [
    ['Greeting', 'Dear {name}'],
    ['Balance', 'You owe {leftToPay}'],
  ])
    await officeAdmin.post('/prepared-answer', { title, text })
  const resident = await portal.as('client')
  const { id } = await createTestTicket(resident, 'gatePass')
  const listTitles = async (roles: Roles) => {
    const gatepassAdmin = await portal.as('admin', { roles: { gatepass: ['view', 'ongoing'], ...roles } })
    const { body } = await gatepassAdmin.get<{ data: { title: string }[] }>(
      `/prepared-answers?kind=ticket&id=${id}`,
    )
    return body.data.map(({ title }) => title)
  }
  expect(await listTitles({})).toEqual(['Greeting'])
  for (const page of ['tenants', 'billings', 'payments'])
    expect(await listTitles({ [page]: ['view'] })).toEqual(['Balance', 'Greeting'])
})
