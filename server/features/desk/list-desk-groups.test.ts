import { beforeEach, expect, test } from 'vitest'
import { payByDeposit, updatePaymentRow } from '#features/posting/testing.ts'
import { DAY_MS, createTestTicket } from '#features/tickets/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { MyWork, WorkCounts, WorkGroupName } from '@tahanan/contract/desk/answers.ts'
import { createRoles, type PageName } from '@tahanan/contract/permissions.ts'
import { STATUS, type Status } from '@tahanan/contract/statuses.ts'

const portal = await openTestPortal()
const resident = await portal.as('client')
const officeAdmin = await portal.as('admin')
beforeEach(async () => {
  await portal.db.deleteFrom('tickets').execute()
  await portal.db.deleteFrom('payments').execute()
})

const getDaysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)

async function createTicket(
  module: string,
  columns: { due_at?: Date; assignee_id?: number; status?: Status } = {},
) {
  const { id } = await createTestTicket(resident, module)
  if (Object.keys(columns).length > 0)
    await portal.db.updateTable('tickets').set(columns).where('id', '=', id).execute()
  return id
}

async function getGroup(admin: LoggedInCaller, name: WorkGroupName) {
  const { status, body } = await admin.get<MyWork>('/desk')
  expect(status).toBe(200)
  const foundGroup = body.groups.find((group) => group.name === name)
  if (!foundGroup) throw new Error(`no group ${name}`)
  return {
    ...foundGroup,
    ids: foundGroup.tickets.map(({ id }) => id),
    paid: foundGroup.payments.map(({ id }) => id),
  }
}

const getCounts = async (admin: LoggedInCaller) =>
  Object.fromEntries(
    (await admin.get<WorkCounts>('/desk-counts')).body.data.map(({ list, total }) => [list, total]),
  )

test('an empty office has four empty groups and no number', async () => {
  expect((await officeAdmin.get('/desk')).body).toEqual({
    groups: ['late', 'mine', 'answered', 'waits'].map((name) => ({
      name,
      total: 0,
      lists: [],
      services: name !== 'answered',
      tickets: [],
      payments: [],
      threads: [],
    })),
  })
  expect(await getCounts(officeAdmin)).toEqual({})
})

test('late tickets are open ones past their due time, the earliest due first, in pages that one may view', async () => {
  const [second, first] = [
    await createTicket('gatePass', { due_at: getDaysAgo(1) }),
    await createTicket('jobOrder', { due_at: getDaysAgo(2), status: STATUS.ongoing }),
  ]
  await createTicket('gatePass', { due_at: getDaysAgo(-1) })
  await createTicket('gatePass', { due_at: getDaysAgo(3), status: STATUS.completed })
  expect(await getGroup(officeAdmin, 'late')).toMatchObject({
    total: 2,
    ids: [first, second],
    lists: [
      { list: 'requests', total: 1 },
      { list: 'tickets', total: 1 },
    ],
  })
  const guard = await portal.as('admin', { roles: { gatepass: ['view'] } })
  const guardGroup = await getGroup(guard, 'late')
  expect(guardGroup).toMatchObject({
    total: 1,
    ids: [second],
    lists: [{ list: 'tickets', total: 1 }],
    services: false,
  })
  expect(guardGroup.tickets[0]?.can).toEqual([])
})

test('mine are the open tickets assigned to me: by due time, without one last, then the oldest', async () => {
  const assignee = await portal.as('admin', {
    roles: {
      gatepass: ['view', 'edit'],
      visitors: ['view', 'edit', 'complete', 'approve'],
      inquiries: ['view'],
    },
  })
  const createAssignedTicket = (module: string, overrides = {}) =>
    createTicket(module, { assignee_id: assignee.id, ...overrides })
  const [third, fourth] = [await createAssignedTicket('gatePass'), await createAssignedTicket('visitor')]
  const [second, first] = [
    await createAssignedTicket('visitor', { due_at: getDaysAgo(-2) }),
    await createAssignedTicket('gatePass', { due_at: getDaysAgo(-1), status: STATUS.approved }),
  ]
  await createAssignedTicket('gatePass', { status: STATUS.rejected })
  await createAssignedTicket('jobOrder')
  await createAssignedTicket('leasingInquiry')
  await createTicket('gatePass', { assignee_id: officeAdmin.id })
  expect(await getGroup(assignee, 'mine')).toMatchObject({ total: 4, ids: [first, second, third, fourth] })
  expect((await getGroup(officeAdmin, 'mine')).total).toBe(1)
  const filteredList = await officeAdmin.get<{ total: number }>(
    `/services?assigneeId=${assignee.id}&statuses=1,2,3`,
  )
  expect(filteredList.body.total).toBe(4)
})

test('tickets wait for those who may decide, the earliest due first, then the oldest', async () => {
  const [third, fourth] = [await createTicket('gatePass'), await createTicket('visitor')]
  const [second, first] = [
    await createTicket('visitor', { due_at: getDaysAgo(-2) }),
    await createTicket('gatePass', { due_at: getDaysAgo(1) }),
  ]
  await createTicket('gatePass', { status: STATUS.approved })
  expect(await getGroup(officeAdmin, 'waits')).toMatchObject({
    total: 4,
    ids: [first, second, third, fourth],
  })
  const approver = await portal.as('admin', { roles: { gatepass: ['view', 'approve'], visitors: ['view'] } })
  const waitingGroup = await getGroup(approver, 'waits')
  expect(waitingGroup).toMatchObject({
    total: 2,
    ids: [first, third],
    lists: [{ list: 'tickets', total: 2 }],
  })
  expect(waitingGroup.tickets[0]?.can).toContain('status.2')
  const adminWithoutView = await portal.as('admin', { roles: { gatepass: ['approve'] } })
  expect((await getGroup(adminWithoutView, 'waits')).total).toBe(0)
  expect(await getCounts(approver)).toEqual({ tickets: 2, visitors: 2 })
  expect(await getCounts(adminWithoutView)).toEqual({})
})

test('a group has at most ten rows of all its tickets', async () => {
  for (let n = 0; n < 12; n++) await createTicket('commendation', { due_at: getDaysAgo(1) })
  for (const name of ['late', 'waits'] as const) {
    const { total, ids } = await getGroup(officeAdmin, name)
    expect([total, ids.length]).toEqual([12, 10])
  }
})

const createCashier = (...payments: string[]) => portal.as('admin', { roles: { payments } })

test('payments wait for verification or to be posted, by the flag, the oldest first', async () => {
  const paidAmounts = [100, 200, 300]
  const [first = 0, second = 0, third = 0] = await Promise.all(
    paidAmounts.map(async (amountPaid) => (await payByDeposit(portal, resident, { amountPaid })).id),
  ).then((ids) => ids.toSorted((a, b) => a - b))
  expect((await officeAdmin.put(`/payment/${second}`, { status: 3 })).status).toBe(200)
  const expected = [
    [await createCashier('view', 'verify'), [first, third], 2],
    [await createCashier('view', 'posted'), [second], 3],
    [officeAdmin, [first, second, third], 3],
    [await createCashier('view'), [], 2],
    [await createCashier('verify', 'posted'), [], undefined],
  ] as const
  for (const [admin, ids, menuCount] of expected) {
    const { paid, total } = await getGroup(admin, 'waits')
    expect([paid, total]).toEqual([ids, ids.length])
    expect((await getCounts(admin))['payments']).toBe(menuCount)
  }
})

test('a group has at most ten payments, the oldest of both tabs, and counts a begun one', async () => {
  const ids: number[] = []
  for (let n = 1; n <= 13; n++) ids.push((await payByDeposit(portal, resident, { amountPaid: n })).id)
  expect((await officeAdmin.put(`/payment/${ids[1]}`, { status: 3 })).status).toBe(200)
  await updatePaymentRow(portal, ids[12] ?? 0, { status: 1 })
  const { paid, total } = await getGroup(officeAdmin, 'waits')
  expect([paid, total]).toEqual([ids.slice(0, 10), 13])
})

test('a page that was taken from an administrator leaves their desk at once', async () => {
  await createTicket('gatePass', { due_at: getDaysAgo(1) })
  const guard = await portal.as('admin', { roles: { gatepass: ['view', 'approve'] } })
  expect((await getGroup(guard, 'waits')).total).toBe(1)
  const rolesWithoutGatepass = createRoles({ visitors: ['view'] } satisfies Partial<
    Record<PageName, string[]>
  >)
  await portal.db
    .updateTable('admins')
    .set({ roles: JSON.stringify(rolesWithoutGatepass) })
    .where('id', '=', guard.id)
    .execute()
  for (const name of ['late', 'waits'] as const) expect((await getGroup(guard, name)).total).toBe(0)
  expect(await getCounts(guard)).toEqual({})
})
