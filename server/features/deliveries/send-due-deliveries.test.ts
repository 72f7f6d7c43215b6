import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { writeMessage } from '#features/conversation/testing.ts'
import { notifyPageViewers, notifyTenant } from '#features/notifications/notify.ts'
import { createTestTicket } from '#features/tickets/testing.ts'
import { startTestSmtp, type Fault } from '#platform/mail/testing-smtp.ts'
import { setRoles } from '#testing/accounts.ts'
import { getNextNoon } from '#testing/get-next-noon.ts'
import { openTestPortal } from '#testing/portal.ts'
import type {
  NotificationArea,
  NotificationChoices,
  NotificationKind,
} from '@tahanan/contract/notifications/kinds.ts'
import { dropRestoredDeliveries } from './end-deliveries.ts'

const smtp = await startTestSmtp()
afterAll(() => smtp.close())
const portal = await openTestPortal({ smtpUrl: smtp.url })
const { db } = portal

const NOON = getNextNoon()
const getTimeAfterNoon = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000)
const MORNING = getTimeAfterNoon(-4 * 60)
const NIGHT = getTimeAfterNoon(-10 * 60)

beforeEach(async () => {
  await db.deleteFrom('notifications').execute()
  await db.updateTable('tenants').set({ status: 0 }).execute()
  await db.updateTable('admins').set({ status: 0 }).execute()
  smtp.received.length = 0
  smtp.fault = 'none'
})

const createNotificationTexts = (title: string, kind: NotificationKind = 'ticket') => ({
  kind,
  title,
  brief: title,
  message: `${title}.`,
  link: '/services',
})
const notifyResident = (tenantId: number | null, title: string, kind?: NotificationKind) =>
  notifyTenant(db, { tenantId, ...createNotificationTexts(title, kind) })
const notifyOffice = (title: string, kind: NotificationKind = 'message') =>
  notifyPageViewers(db, { page: 'gatepass', subjectTenantId: null, ...createNotificationTexts(title, kind) })
const saveChoices = (
  area: NotificationArea,
  id: number,
  choices: NotificationChoices,
  quietHours: object = {},
) =>
  db
    .insertInto('delivery_choices')
    .values({ area, reader_id: id, choices: JSON.stringify(choices), ...quietHours })
    .execute()
const listRows = () =>
  db
    .selectFrom('deliveries')
    .select(['area', 'reader_id as reader', 'channel', 'state', 'tries', 'reason', 'due_at'])
    .orderBy('id')
    .execute()
const listAddresses = () => smtp.received.flatMap(({ to }) => to).toSorted()

test('news of a resident is mailed to them, and that for all to every resident there was', async () => {
  const [a, b] = [await portal.as('client', { email: 'a@example.test' }), await portal.as('client')]
  const [deletedResident] = [
    await portal.as('client', { status: 0 }),
    await portal.as('client', { email: '' }),
  ]
  await notifyResident(a.id, 'Gate pass approved')
  await notifyResident(deletedResident.id, 'Gate pass approved')
  await notifyResident(null, 'New statement', 'statement')
  const lateResident = await portal.as('client')
  await db
    .updateTable('tenants')
    .set({ created_at: getTimeAfterNoon(0) })
    .where('id', '=', lateResident.id)
    .execute()
  await portal.deliverAt(MORNING)
  await portal.deliverAt(MORNING)
  expect(listAddresses()).toEqual(['a@example.test', b.account.email])
  expect((await listRows()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent'])
  const pendingNotifications = await db
    .selectFrom('notifications')
    .select('id')
    .where('fanned_out', '=', false)
    .execute()
  expect(pendingNotifications).toEqual([])
})

test('the office gets news of pages that they may view, or their own, in the digest', async () => {
  const viewer = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
  const visitorsAdmin = await portal.as('admin', { roles: { visitors: ['view'] } })
  await notifyOffice('A message')
  await notifyOffice('A request', 'ticket')
  for (const { id } of [viewer, visitorsAdmin])
    await notifyPageViewers(db, {
      adminId: id,
      page: 'gatepass',
      subjectTenantId: null,
      ...createNotificationTexts('Late', 'reminder'),
    })
  await portal.deliverAt(NOON)
  expect(smtp.received).toEqual([])
  await portal.deliverAt(getTimeAfterNoon(6 * 60))
  expect(listAddresses()).toEqual([viewer.account.email])
  expect(smtp.received[0]?.data).toContain('A message')
  expect((await listRows()).map(({ reader, state }) => [reader, state])).toEqual([
    [viewer.id, 'sent'],
    [viewer.id, 'sent'],
  ])
})

test('a message of a resident is mailed to those who may answer it (rules 23.5)', async () => {
  const clerk = await portal.as('admin', { roles: { gatepass: ['view', 'approve'] } })
  const [demotedAdmin] = [
    await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } }),
    await portal.as('admin', { roles: { gatepass: ['view', 'add', 'delete'] } }),
    await portal.as('admin', { roles: { gatepass: ['view'], tenants: ['view', 'edit'] } }),
  ]
  await notifyOffice('A message')
  await portal.deliverAt(NOON)
  await setRoles(db, demotedAdmin.id, { gatepass: ['view'] })
  await portal.deliverAt(getTimeAfterNoon(6 * 60))
  expect(listAddresses()).toEqual([clerk.account.email])
  expect((await listRows()).map(({ reader, state, reason }) => [reader, state, reason])).toEqual([
    [clerk.id, 'sent', ''],
    [demotedAdmin.id, 'dropped', 'They may not answer it any more.'],
  ])
})

test('news due at the end of quiet hours is one mail, but for a reminder and an urgent post', async () => {
  const { id } = await portal.as('client')
  await notifyResident(id, 'One')
  await notifyResident(id, 'Two', 'payment')
  await notifyResident(id, 'Three', 'reminder')
  await notifyTenant(db, { tenantId: null, urgent: true, ...createNotificationTexts('No water', 'post') })
  await portal.deliverAt(NIGHT)
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]?.data).toContain('No water')
  await portal.deliverAt(MORNING)
  expect(smtp.received).toHaveLength(3)
  const combinedMail = smtp.received.find(({ data }) => data.includes('One'))
  expect(combinedMail?.data).toContain('Two')
  expect(combinedMail?.data).not.toContain('Three')
})

test('what is not needed any more when it is due is dropped with its reason', async () => {
  const statementReaders = await Promise.all(Array.from({ length: 4 }, () => portal.as('client')))
  const viewer = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
  await saveChoices('admin', viewer.id, { message: { mail: 'now', push: false } })
  const [readingResident, optedOutResident, deletedResident, residentWithoutEmail] = statementReaders
  for (const { id } of statementReaders) await notifyResident(id, 'Gate pass approved')
  await notifyOffice('A message')
  await portal.deliverAt(NIGHT)
  expect((await listRows()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'waiting'))

  const { body } = (await readingResident!.get(`/client-notif/${readingResident!.id}`)) as {
    body: { data: { id: number }[] }
  }
  await readingResident!.put('/client-notif-read-ids', { ids: body.data.map(({ id }) => id).join() })
  await saveChoices('client', optedOutResident!.id, { ticket: { mail: 'off', push: true } })
  const updateTenant = (id: number, values: { status?: number; email?: string }) =>
    db.updateTable('tenants').set(values).where('id', '=', id).execute()
  await updateTenant(deletedResident!.id, { status: 0 })
  await updateTenant(residentWithoutEmail!.id, { email: '' })
  await setRoles(db, viewer.id, {})
  await portal.deliverAt(MORNING)
  expect(smtp.received).toEqual([])
  expect((await listRows()).map(({ state, reason }) => [state, reason])).toEqual([
    ['dropped', 'It was read in the portal.'],
    ['dropped', 'They turned it off.'],
    ['dropped', 'The account was deleted.'],
    ['dropped', 'They have no mail address.'],
    ['dropped', 'They may not see it any more.'],
  ])
})

test('a post or memorandum that is withdrawn before the digest is not mailed', async () => {
  const resident = await portal.as('client')
  await saveChoices('client', resident.id, {
    post: { mail: 'digest', push: true },
    memorandum: { mail: 'digest', push: true },
  })
  const postIds = await db
    .insertInto('posts')
    .values(
      ['Kept', 'Withdrawn'].map((title) => ({
        title,
        description: '',
        search_text: '',
        type: 'EVENTS' as const,
      })),
    )
    .returning('id')
    .execute()
  const memoIds = await db
    .insertInto('memorandums')
    .values(['Kept', 'Withdrawn'].map((title) => ({ title, description: '', date: NOON })))
    .returning('id')
    .execute()
  for (const { id } of postIds)
    await notifyTenant(db, {
      tenantId: null,
      ...createNotificationTexts('New post', 'post'),
      link: `/mail?postId=${id}`,
    })
  for (const { id } of memoIds)
    await notifyTenant(db, {
      tenantId: null,
      ...createNotificationTexts('New memo', 'memorandum'),
      link: `/memorandums?id=${id}`,
    })
  await portal.deliverAt(NOON)
  await db.updateTable('posts').set({ status: 0 }).where('title', '=', 'Withdrawn').execute()
  await db.updateTable('memorandums').set({ status: 0 }).where('title', '=', 'Withdrawn').execute()
  await portal.deliverAt(getTimeAfterNoon(6 * 60))
  expect((await listRows()).map(({ state }) => state)).toEqual(['sent', 'dropped', 'sent', 'dropped'])
})

test.each([
  ['post', 'post', { attachedUrl: 'https://example.test/advisory', type: 'ANNOUNCEMENTS' }],
  ['memorandum', 'memorandum', { date: '2026-11-27 09:00:00' }],
] as const)(
  'a %s that is corrected before the digest is mailed with its new text',
  async (kind, path, fields) => {
    const resident = await portal.as('client')
    const admin = await portal.as('admin')
    await saveChoices('client', resident.id, { [kind]: { mail: 'digest', push: true } })
    const texts = { title: 'No water on Friday', description: 'Store some water.' }
    const { body } = await admin.post<{ id: number }>(`/${path}`, { ...texts, ...fields })
    await portal.deliverAt(NOON)
    const listInbox = async () =>
      (
        await resident.get<{ data: { id: number; message: string; created_at: string }[] }>(
          `/client-notif/${resident.id}`,
        )
      ).body.data
    const [notification] = await listInbox()
    await admin.put(`/${path}/${body.id}`, { title: 'No water on Sunday', description: 'Store more water.' })
    await portal.deliverAt(getTimeAfterNoon(6 * 60))

    expect(listAddresses()).toEqual([resident.account.email])
    const mail = smtp.received[0]?.data
    expect(mail).toContain('No water on Sunday')
    expect(mail).toContain('Store more water.')
    expect(mail).not.toMatch(/Friday|some water/)
    expect(await listInbox()).toEqual([{ ...notification, message: 'No water on Sunday' }])
  },
)

test('news of a ticket that was moved to another tenant is not mailed to the former one', async () => {
  const [formerTenant, presentTenant] = [await portal.as('client'), await portal.as('client')]
  const admin = await portal.as('admin', { roles: { orders: ['view', 'edit', 'approve'] } })
  await saveChoices('client', formerTenant.id, { gate: { mail: 'now', push: false } })
  const [keptTicket, movedTicket] = [
    await createTestTicket(formerTenant, 'jobOrder'),
    await createTestTicket(formerTenant, 'jobOrder'),
  ]
  for (const { id } of [keptTicket, movedTicket]) {
    expect((await writeMessage(admin, 'ticket', id, 'Which door?')).status).toBe(201)
    expect((await admin.put(`/request/${id}`, { remarks: 'Bring a key.' })).status).toBe(200)
    await notifyTenant(db, {
      tenantId: formerTenant.id,
      ...createNotificationTexts('Workers have arrived', 'gate'),
      link: `/services?serviceId=${id}`,
    })
  }
  await portal.deliverAt(NIGHT)
  const moveTicket = (tenantId: number) => admin.put(`/request/${movedTicket.id}`, { tenantId })
  expect((await moveTicket(presentTenant.id)).status).toBe(200)
  await portal.deliverAt(MORNING)

  expect(listAddresses()).toEqual([formerTenant.account.email])
  expect(smtp.received[0]?.data).toContain(keptTicket.ticketNumber)
  expect(smtp.received[0]?.data).not.toContain(movedTicket.ticketNumber)
  const rows = (await listRows()).filter(({ area }) => area === 'client')
  const moved = ['dropped', 'The ticket belongs to another tenant now.']
  expect(rows.map(({ state, reason }) => [state, reason])).toEqual([
    ...Array.from({ length: 3 }, () => ['sent', '']),
    ...Array.from({ length: 3 }, () => moved),
  ])
})

test('quiet hours chosen after it was queued put news off', async () => {
  const { id } = await portal.as('client')
  await saveChoices('client', id, { ticket: { mail: 'digest', push: true } })
  await notifyResident(id, 'Gate pass approved')
  await portal.deliverAt(NOON)
  await db.updateTable('delivery_choices').set({ quiet_from: '17:00', quiet_to: '19:30' }).execute()
  await portal.deliverAt(getTimeAfterNoon(6 * 60))
  expect(await listRows()).toMatchObject([{ state: 'waiting', due_at: getTimeAfterNoon(7 * 60 + 30) }])
  await portal.deliverAt(getTimeAfterNoon(7 * 60 + 30))
  expect(await listRows()).toMatchObject([{ state: 'sent' }])
})

test('a refusal for now is tried again after 1, 5, 30 and 120 minutes, and has failed then', async () => {
  const { id } = await portal.as('client')
  smtp.fault = 'refuse recipients for now'
  await notifyResident(id, 'Gate pass approved')
  const seenStates: unknown[] = []
  let minutes = 0
  for (const wait of [0, 1, 5, 30, 120]) {
    minutes += wait
    if (wait > 0) await portal.deliverAt(new Date(getTimeAfterNoon(minutes).getTime() - 1000))
    await portal.deliverAt(getTimeAfterNoon(minutes))
    seenStates.push(...(await listRows()).map(({ state, tries }) => [state, tries]))
  }
  expect(seenStates).toEqual([
    ['waiting', 1],
    ['waiting', 2],
    ['waiting', 3],
    ['delayed', 4],
    ['failed', 5],
  ])
  expect((await listRows())[0]?.reason).toContain('greylisted')
})

test('a refusal for good counts as a refused try, also after refusals for now', async () => {
  const { id } = await portal.as('client')
  smtp.fault = 'refuse recipients'
  await notifyResident(id, 'Gate pass approved')
  await portal.deliverAt(NOON)
  expect(await listRows()).toMatchObject([{ state: 'failed', tries: 1 }])
  smtp.fault = 'refuse content for now'
  await notifyResident(id, 'Gate pass rejected')
  await portal.deliverAt(NOON)
  smtp.fault = 'refuse content'
  await portal.deliverAt(getTimeAfterNoon(1))
  expect((await listRows())[1]).toMatchObject({ state: 'failed', tries: 2 })
})

test('a delayed mail is sent once the server takes it', async () => {
  const { id } = await portal.as('client')
  smtp.fault = 'refuse content for now'
  await notifyResident(id, 'Gate pass approved')
  for (const minutes of [0, 1, 6, 36]) await portal.deliverAt(getTimeAfterNoon(minutes))
  expect(await listRows()).toMatchObject([{ state: 'delayed' }])
  smtp.fault = 'none'
  await portal.deliverAt(getTimeAfterNoon(160))
  expect(await listRows()).toMatchObject([{ state: 'sent', reason: '' }])
  expect(smtp.received).toHaveLength(1)
})

test.each<[Fault, string]>([
  ['refuse content', 'failed'],
  ['hang up after content', 'unclear'],
  ['hang up', 'waiting'],
])('a server with the fault "%s" leaves the mail %s', async (fault, state) => {
  const { id } = await portal.as('client')
  smtp.fault = fault
  smtp.hangUp()
  await notifyResident(id, 'Gate pass approved')
  await portal.deliverAt(NOON)
  expect(await listRows()).toMatchObject([{ state, reason: expect.stringMatching(/./) }])
  smtp.fault = 'none'
  await portal.deliverAt(NOON)
  expect(await listRows()).toMatchObject([{ state }])
  expect(await findMailRefusedAt(id)).toBeNull()
})

const findMailRefusedAt = async (id: number) =>
  (await db.selectFrom('tenants').select('mail_refused_at').where('id', '=', id).executeTakeFirstOrThrow())
    .mail_refused_at

test('an address that was refused for good is marked until a mail arrives or it is changed', async () => {
  const { id } = await portal.as('client')
  const deliverToRefusingMailbox = async () => {
    smtp.fault = 'refuse recipients'
    await notifyResident(id, 'Gate pass approved')
    await portal.deliverAt(NOON)
    expect(await findMailRefusedAt(id)).toEqual(NOON)
    smtp.fault = 'none'
  }
  await deliverToRefusingMailbox()
  expect(await listRows()).toMatchObject([
    { state: 'failed', reason: expect.stringContaining('no such user') },
  ])
  await notifyResident(id, 'Gate pass approved')
  await portal.deliverAt(NOON)
  expect(await findMailRefusedAt(id)).toBeNull()
  await deliverToRefusingMailbox()
  await db.updateTable('tenants').set({ unit_number: 'Unit 7' }).where('id', '=', id).execute()
  expect(await findMailRefusedAt(id)).toEqual(NOON)
  const changeEmail = (email: string) =>
    db.updateTable('tenants').set({ email }).where('id', '=', id).execute()
  await changeEmail('new@example.test')
  expect(await findMailRefusedAt(id)).toBeNull()
  const deliverSpy = vi.spyOn(portal.services.mailer, 'deliver').mockImplementationOnce(async () => {
    await changeEmail('newer@example.test')
    return { state: 'failed', refused: 'address', why: 'It does not exist.', reason: 'No such user.' }
  })
  await notifyResident(id, 'Gate pass approved')
  await portal.deliverAt(NOON).finally(() => deliverSpy.mockRestore())
  expect(await findMailRefusedAt(id)).toBeNull()
})

test('without a mail server nothing is queued, and after a day of silence neither', async () => {
  const { id } = await portal.as('client')
  const smtpSpy = vi.spyOn(portal.services.mailer, 'sendsBySmtp', 'get').mockReturnValue(false)
  await notifyResident(id, 'One')
  await portal.deliverAt(NOON).finally(() => smtpSpy.mockRestore())
  await notifyResident(id, 'Two')
  await notifyResident(null, 'Three', 'statement')
  await db
    .updateTable('notifications')
    .set({ created_at: getTimeAfterNoon(-24 * 60 - 1) })
    .execute()
  await portal.deliverAt(NOON)
  expect(await listRows()).toEqual([])
})

test('several processes at once send each mail once', async () => {
  const statementReaders = await Promise.all(Array.from({ length: 10 }, () => portal.as('client')))
  await notifyResident(null, 'A statement', 'statement')
  for (const { id } of statementReaders) await notifyResident(id, 'A payment', 'payment')
  await Promise.all(Array.from({ length: 4 }, () => portal.deliverAt(NOON)))
  for (const title of ['A statement', 'A payment']) {
    const mails = smtp.received.filter(({ data }) => data.includes(title))
    const receivers = mails.flatMap(({ to }) => to)
    expect(receivers.toSorted()).toEqual(statementReaders.map(({ account }) => account.email).toSorted())
  }
  expect(new Set((await listRows()).map(({ state }) => state))).toEqual(new Set(['sent']))
})

const markSending = (id: number, at: Date) =>
  db
    .updateTable('deliveries')
    .set({ state: 'sending', at })
    .where('area', '=', 'client')
    .where('reader_id', '=', id)
    .execute()

test('what a killed process was sending is unclear after two minutes, and not sent again', async () => {
  const [a, b] = [await portal.as('client'), await portal.as('client')]
  await saveChoices('client', a.id, { ticket: { mail: 'digest', push: true } })
  await saveChoices('client', b.id, { ticket: { mail: 'digest', push: true } })
  await notifyResident(a.id, 'One')
  await notifyResident(b.id, 'Two')
  await portal.deliverAt(NOON)
  await markSending(a.id, getTimeAfterNoon(7 * 60 - 3))
  await markSending(b.id, getTimeAfterNoon(7 * 60 - 1))
  await portal.deliverAt(getTimeAfterNoon(7 * 60))
  expect((await listRows()).map(({ state }) => state)).toEqual(['unclear', 'sending'])
  expect((await listRows())[0]?.reason).toContain('may have arrived')
  expect(smtp.received).toEqual([])
})

test('deliveries are removed with their notification', async () => {
  const { id } = await portal.as('client')
  await notifyResident(id, 'One')
  await portal.deliverAt(NOON)
  await db.deleteFrom('notifications').execute()
  expect(await listRows()).toEqual([])
})

test('nothing that waited in a restored backup is sent', async () => {
  const { id } = await portal.as('client')
  await saveChoices('client', id, { ticket: { mail: 'digest', push: true } })
  await notifyResident(id, 'Queued')
  await portal.deliverAt(NOON)
  await notifyResident(id, 'Not queued')
  await dropRestoredDeliveries(db, 'A backup was restored before it was sent.')
  await portal.deliverAt(getTimeAfterNoon(7 * 60))
  expect(await listRows()).toMatchObject([{ state: 'dropped', reason: expect.stringContaining('backup') }])
  expect(smtp.received).toEqual([])
})

test('the choices of a deleted account are deleted', async () => {
  const [tenant, admin] = [await portal.as('client'), await portal.as('admin')]
  const superAdmin = await portal.as('super-admin')
  for (const { area, id } of [tenant, admin]) await saveChoices(area as NotificationArea, id, {})
  await superAdmin.delete(`/user-admin/${admin.id}`)
  await (await portal.as('admin')).delete(`/tenant/${tenant.id}`)
  const remainingChoices = await db.selectFrom('delivery_choices').select(['area', 'reader_id']).execute()
  for (const { area, id } of [tenant, admin])
    expect(remainingChoices).not.toContainEqual({ area, reader_id: id })
})
