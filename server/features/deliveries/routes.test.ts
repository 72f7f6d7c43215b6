import { beforeEach, expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Delivery, ResendResult } from '@tahanan/contract/deliveries/answers.ts'
import type { DeliveryState } from '@tahanan/contract/deliveries/channels-and-states.ts'
import { NOTIFICATION_KIND_LABELS, type NotificationKind } from '@tahanan/contract/notifications/kinds.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'

const portal = await openTestPortal()
const { db } = portal
const officeAdmin = await portal.as('admin', {
  roles: { deliveries: ['view', 'resend'] },
  name: 'Liza Santos',
})
const viewer = await portal.as('admin', { roles: { deliveries: ['view'], payments: ['view'] } })
const ana = await portal.as('client', { clientCode: 'D-101', uoccname: 'Ana Reyes', email: 'ana@home.test' })
const ben = await portal.as('client', { clientCode: 'D-102', uoccname: 'Ben Cruz' })

beforeEach(async () => {
  await db.deleteFrom('notifications').execute()
})

async function createDelivery(
  readerId: number,
  state: DeliveryState,
  kind: NotificationKind = 'payment',
  deliveryFields: object = {},
  notificationFields: object = {},
) {
  const notice = {
    tenant_id: readerId,
    kind,
    title: `A ${kind}`,
    message: 'Secret words',
    ...notificationFields,
  }
  const { id: notification_id } = await db
    .insertInto('notifications')
    .values({ area: 'client', ...notice })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('deliveries')
    .values({
      notification_id,
      area: 'client',
      reader_id: readerId,
      channel: 'mail',
      state,
      ...deliveryFields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const loadDeliveries = async (query = '') => (await viewer.get<ListOf<Delivery>>(`/deliveries${query}`)).body
const listIds = async (query: string) => (await loadDeliveries(query)).data.map(({ id }) => id)

test('the office reads to whom, how, what and with which result, the newest first, but no text', async () => {
  const sentDeliveryId = await createDelivery(ben.id, 'sent')
  const reason = 'The mailbox does not exist.'
  const failedDeliveryId = await createDelivery(ana.id, 'failed', 'payment', { reason, tries: 2 })
  const officeDeliveryId = await createDelivery(officeAdmin.id, 'waiting', 'message', { area: 'admin' })
  const deliveryList = await loadDeliveries()
  expect(deliveryList.data.map(({ id }) => id)).toEqual([officeDeliveryId, failedDeliveryId, sentDeliveryId])
  expect(deliveryList.data[1]).toMatchObject({
    channel: 'mail',
    state: 'failed',
    kind: 'payment',
    title: 'A payment',
    reader: { area: 'client', id: ana.id, name: 'Ana Reyes', clientCode: 'D-101' },
    reason,
    tries: 2,
  })
  expect(deliveryList.data[0]?.reader).toEqual({
    area: 'admin',
    id: officeAdmin.id,
    name: 'Liza Santos',
    clientCode: null,
  })
  expect(JSON.stringify(deliveryList)).not.toContain('Secret words')
  expect([deliveryList.total, deliveryList.from]).toEqual([3, 1])
})

const getHour = (count: number) => new Date(Date.UTC(2026, 10, 25, count))

test('the order is that of the times that the list shows (rules 23.45)', async () => {
  const [latestDeliveryId, first, laterDeliveryId] = [
    await createDelivery(ana.id, 'sent', 'payment', { at: getHour(9) }),
    await createDelivery(ben.id, 'sent', 'statement', { at: getHour(7) }),
    await createDelivery(ana.id, 'failed', 'ticket', { at: getHour(8) }),
  ]
  expect(await listIds('')).toEqual([latestDeliveryId, laterDeliveryId, first])
  expect(await listIds('?limit=2&page=2')).toEqual([first])
  expect(await listIds(`?tenantId=${ana.id}`)).toEqual([latestDeliveryId, laterDeliveryId])
})

test('titles of news are read by administrators who may view its page, the kind by the others', async () => {
  const links: [NotificationKind, string | null, PageName][] = [
    ['ticket', '/tickets?serviceId=1', 'gatepass'],
    ['ticket', '/services', 'permits'],
    ['message', '/visitors?serviceId=1&at=messages', 'visitors'],
    ['message', '/billings?id=1&at=messages', 'payments'],
    ['message', '/ask', 'tenants'],
    ['payment', '/billings?id=1', 'payments'],
    ['statement', '/billings', 'billings'],
    ['reminder', '/billings', 'billings'],
    ['post', '/mail?postId=1', 'announcements'],
    ['memorandum', '/memorandums?id=1', 'memorandums'],
    ['gate', '/visitors?serviceId=1', 'gate'],
    ['security', null, 'tenants'],
  ]
  const pages = new Map<number, PageName>()
  for (const [kind, link, page] of links)
    pages.set(await createDelivery(ana.id, 'sent', kind, {}, { link }), page)
  const officeNotificationFields = { area: 'admin', page: 'gatepass', tenant_id: null }
  pages.set(
    await createDelivery(officeAdmin.id, 'sent', 'message', { area: 'admin' }, officeNotificationFields),
    'gatepass',
  )
  for (const page of new Set(pages.values())) {
    const pageViewer = await portal.as('admin', { roles: { deliveries: ['view'], [page]: ['view'] } })
    const { data } = (await pageViewer.get<ListOf<Delivery>>('/deliveries')).body
    for (const { id, kind, title } of data)
      expect(title, `${page} ${id}`).toBe(
        pages.get(id) === page ? `A ${kind}` : NOTIFICATION_KIND_LABELS[kind],
      )
    expect((await pageViewer.get<ListOf<Delivery>>(`/deliveries?searchTerm=ticket`)).body.total).toBe(0)
  }
})

test('it is filtered by state, kind, channel and tenant, and searched by reader', async () => {
  const failedId = await createDelivery(ana.id, 'failed')
  const pushDeliveryId = await createDelivery(ana.id, 'sent', 'ticket', { channel: 'push' })
  const statementDeliveryId = await createDelivery(ben.id, 'sent', 'statement')
  expect(await listIds('?state=failed')).toEqual([failedId])
  expect(await listIds('?kind=statement')).toEqual([statementDeliveryId])
  expect(await listIds('?channel=push')).toEqual([pushDeliveryId])
  expect(await listIds(`?tenantId=${ana.id}`)).toEqual([pushDeliveryId, failedId])
  expect(await listIds('?searchTerm=D-102')).toEqual([statementDeliveryId])
  expect(await listIds('?searchTerm=reyes&state=sent')).toEqual([pushDeliveryId])
  expect(await listIds('?limit=1&page=2')).toEqual([pushDeliveryId])
  for (const query of ['?state=lost', '?kind=gossip', '?tenantId=x', '?nothing=1'])
    expect((await viewer.get(`/deliveries${query}`)).status).toBe(400)
})

test('what failed or is unclear is sent again, and nothing else; the audit log says so', async () => {
  const [failedId, unclearId, sentId, droppedId] = [
    await createDelivery(ana.id, 'failed', 'payment', { tries: 5, reason: 'Refused.' }),
    await createDelivery(ben.id, 'unclear'),
    await createDelivery(ana.id, 'sent'),
    await createDelivery(ben.id, 'dropped'),
  ]
  const ids = [failedId, unclearId, sentId, droppedId]
  const { status, body } = await officeAdmin.post<ResendResult>('/deliveries-resent', { ids })
  expect(status).toBe(200)
  expect(body.done.toSorted()).toEqual([failedId, unclearId])
  expect(body.refused).toEqual([sentId, droppedId])
  const rows = await db.selectFrom('deliveries').select(['state', 'tries', 'reason']).orderBy('id').execute()
  const waitingRow = { state: 'waiting', tries: 0, reason: '' }
  expect(rows).toEqual([
    waitingRow,
    waitingRow,
    { ...waitingRow, state: 'sent' },
    { ...waitingRow, state: 'dropped' },
  ])
  const auditQuery = db
    .selectFrom('audit_log')
    .select(['subject_id', 'detail'])
    .where('action', '=', 'resend')
  expect(await auditQuery.orderBy('subject_id').execute()).toEqual([
    { subject_id: String(failedId), detail: 'mail to D-101' },
    { subject_id: String(unclearId), detail: 'mail to D-102' },
  ])
  expect((await officeAdmin.post<ResendResult>('/deliveries-resent', { ids: [failedId] })).body.done).toEqual(
    [],
  )
})

test('sending again needs a short list of ids', async () => {
  const id = await createDelivery(ana.id, 'failed')
  const tooManyIds = Array.from({ length: 101 }, (_, index) => index + 1)
  for (const ids of [[], tooManyIds, [id, id], ['1'], [0], 'all'])
    expect((await officeAdmin.post('/deliveries-resent', { ids })).status).toBe(400)
  const unknownReply = await officeAdmin.post<ResendResult>('/deliveries-resent', { ids: [999_999] })
  expect(unknownReply.body).toEqual({ done: [], refused: [999_999] })
})

test('accounts whose mail was refused are marked in their lists, until the address changes', async () => {
  const at = new Date('2026-03-14T02:00:00Z')
  await db.updateTable('tenants').set({ mail_refused_at: at }).where('id', '=', ana.id).execute()
  await db.updateTable('admins').set({ mail_refused_at: at }).where('id', '=', viewer.id).execute()
  const headAdmin = await portal.as('admin')
  interface MarkedAccount {
    readonly id: number
    readonly mailRefusedAt: string | null
  }
  const loadMailRefusedAt = async (path: string, id: number) =>
    (await headAdmin.get<ListOf<MarkedAccount>>(`${path}?limit=0`)).body.data.find((row) => row.id === id)
      ?.mailRefusedAt
  expect(await loadMailRefusedAt('/tenants', ana.id)).toBe(at.toISOString())
  expect(await loadMailRefusedAt('/tenants', ben.id)).toBeNull()
  expect(await loadMailRefusedAt('/user-admins', viewer.id)).toBe(at.toISOString())
  expect((await headAdmin.put(`/tenant/${ana.id}`, { email: 'ana@new.test' })).status).toBe(200)
  expect(await loadMailRefusedAt('/tenants', ana.id)).toBeNull()
})
