import { describe, expect, test } from 'vitest'
import { payByDeposit } from '#features/posting/testing.ts'
import { createTestTicket, insertTestFile } from '#features/tickets/testing.ts'
import type { RoomEvent } from '#platform/realtime/outbox.ts'
import { setRoles } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { MyWork } from '@tahanan/contract/desk/answers.ts'
import { loadConversation, getTexts, writeMessage } from './testing.ts'

const portal = await openTestPortal()
const { db } = portal
const officeAdmin = await portal.as('admin', { name: 'Liza Villanueva' })
const resident = await portal.as('client', { uoccname: 'Reyes, Maria', clientCode: 'A-101' })
const otherResident = await portal.as('client')

const drainEvents = async () =>
  (await portal.drainEvents()).filter((delivery): delivery is RoomEvent => 'event' in delivery)
const listNotifications = async (caller: LoggedInCaller) =>
  (
    await caller.get<ListOf<{ title: string; message: string; link: string; tenant?: unknown }>>(
      `/${caller.area}-notif/${caller.id}?limit=50`,
    )
  ).body.data
const listMessageNotifications = async (caller: LoggedInCaller, link: string) =>
  (await listNotifications(caller)).filter((row) => row.link === link && row.title.startsWith('New message'))

describe('a conversation about a ticket', () => {
  test.each(['gatePass', 'reservation'])(
    'of %s is read by its resident and who may view it, newest last',
    async (name) => {
      const { id } = await createTestTicket(resident, name, await createAmenityIfNeeded(name))
      const questionReply = await writeMessage(resident, 'ticket', id, '  When will you come? <b>Soon</b> ')
      expect(questionReply).toMatchObject({
        status: 201,
        body: {
          author: { kind: 'resident', name: 'Reyes, Maria', self: true },
          text: 'When will you come? <b>Soon</b>',
          files: [],
        },
      })
      expect((await writeMessage(officeAdmin, 'ticket', id, 'Tomorrow at nine.')).status).toBe(201)
      const residentView = await loadConversation(resident, 'ticket', id)
      expect(residentView.body).toMatchObject({
        more: false,
        waits: false,
        mayWrite: true,
        seenId: questionReply.body.id + 1,
      })
      expect(residentView.body.data[1]?.author).toEqual({ kind: 'pmo', name: 'PMO', self: false })
      expect(JSON.stringify(residentView.body)).not.toContain('Villanueva')
      const conversation = await loadConversation(officeAdmin, 'ticket', id)
      expect(getTexts(conversation)).toEqual(['When will you come? <b>Soon</b>', 'Tomorrow at nine.'])
      expect(conversation.body.data[1]?.author).toEqual({ kind: 'pmo', name: 'Liza Villanueva', self: true })
      expect((await loadConversation(otherResident, 'ticket', id)).status).toBe(404)
      expect((await writeMessage(otherResident, 'ticket', id, 'Let me in')).status).toBe(404)
      expect((await otherResident.put('/messages-read', { kind: 'ticket', id })).status).toBe(404)
    },
  )

  test('is open at any status and changes none, until the ticket is deleted', async () => {
    const { id } = await createTestTicket(resident, 'gatePass')
    for (const status of [2, 4, 6]) {
      await db.updateTable('tickets').set({ status }).where('id', '=', id).execute()
      expect((await writeMessage(resident, 'ticket', id, `At ${status}`)).status).toBe(201)
      const row = await db.selectFrom('tickets').select(['status', 'version']).where('id', '=', id).execute()
      expect(row).toEqual([{ status, version: 1 }])
    }
    await db.updateTable('tickets').set({ status: 0 }).where('id', '=', id).execute()
    for (const writer of [resident, officeAdmin]) {
      expect((await writeMessage(writer, 'ticket', id, 'Gone')).status).toBe(404)
      expect((await loadConversation(writer, 'ticket', id)).status).toBe(404)
    }
  })

  test('needs the view to be read, and a flag that changes the ticket to be written', async () => {
    const { id } = await createTestTicket(resident, 'gatePass')
    const guard = await portal.as('admin', { roles: { gatepass: ['view', 'add', 'delete'] } })
    expect((await loadConversation(guard, 'ticket', id)).body).toMatchObject({ data: [], mayWrite: false })
    expect((await writeMessage(guard, 'ticket', id, 'Hello')).status).toBe(403)
    await setRoles(db, guard.id, { gatepass: ['view', 'ongoing'] })
    expect((await writeMessage(guard, 'ticket', id, 'Hello')).status).toBe(201)
    await setRoles(db, guard.id, { gatepass: ['ongoing'], visitors: ['view', 'edit'] })
    for (const guardResponse of [
      await loadConversation(guard, 'ticket', id),
      await writeMessage(guard, 'ticket', id, 'Hello'),
    ])
      expect([guardResponse.status, guardResponse.body]).toEqual([
        403,
        expect.objectContaining({ code: 'missingPermission' }),
      ])
  })

  test('shows its next tenant nothing of the former, and the office all', async () => {
    const { id } = await createTestTicket(resident, 'jobOrder')
    await writeMessage(resident, 'ticket', id, 'My secret')
    await db.updateTable('tickets').set({ tenant_id: otherResident.id }).where('id', '=', id).execute()
    expect((await loadConversation(otherResident, 'ticket', id)).body).toMatchObject({ data: [], seenId: 0 })
    expect((await loadConversation(resident, 'ticket', id)).status).toBe(404)
    await portal.drainEvents()
    await writeMessage(officeAdmin, 'ticket', id, 'To the new tenant')
    const residentEvents = (await drainEvents()).filter(({ event }) => event.startsWith('client'))
    expect(residentEvents.map(({ room }) => room)).not.toContain(`client.${resident.id}`)
    expect(getTexts(await loadConversation(otherResident, 'ticket', id))).toEqual(['To the new tenant'])
    expect(getTexts(await loadConversation(officeAdmin, 'ticket', id))).toEqual([
      'My secret',
      'To the new tenant',
    ])
    // The former tenant can no longer read the ticket. So the conversation does not wait for an answer to
    // them.
    expect((await loadConversation(officeAdmin, 'ticket', id)).body.waits).toBe(false)
  })
})

async function createAmenityIfNeeded(name: string) {
  if (name !== 'reservation') return {}
  const { id } = await db
    .insertInto('amenities')
    .values({ title: 'Pool', description: '', images: '[]' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { amenityId: id }
}

test('a payment and a tenant have conversations of their own', async () => {
  const payment = await payByDeposit(portal, resident)
  await writeMessage(resident, 'payment', payment.id, 'Is it posted?')
  await writeMessage(resident, 'tenant', resident.id, 'May I keep a cat?')
  expect(getTexts(await loadConversation(resident, 'payment', payment.id))).toEqual(['Is it posted?'])
  expect(getTexts(await loadConversation(officeAdmin, 'tenant', resident.id))).toEqual(['May I keep a cat?'])
  expect((await loadConversation(otherResident, 'payment', payment.id)).status).toBe(404)
  expect((await loadConversation(otherResident, 'tenant', resident.id)).status).toBe(404)
  const cashier = await portal.as('admin', { roles: { payments: ['view', 'edit'] } })
  expect((await writeMessage(cashier, 'payment', payment.id, 'Yes.')).status).toBe(201)
  expect((await writeMessage(cashier, 'tenant', resident.id, 'Yes.')).status).toBe(403)
})

test('pages have fifty messages, before the first of the later page', async () => {
  const { id } = await createTestTicket(resident, 'gatePass')
  await writeMessage(resident, 'ticket', id, 'First')
  const { id: thread } = await db
    .selectFrom('threads')
    .select('id')
    .where('ticket_id', '=', id)
    .executeTakeFirstOrThrow()
  await portal.services.pool.query(
    `insert into messages (thread_id, author_area, author_id, author_name, text)
     select $1, 'client', $2, 'Reyes, Maria', 'Line ' || n from generate_series(1, 10000) n`,
    [thread, resident.id],
  )
  const newestPage = (await loadConversation(resident, 'ticket', id)).body
  expect([newestPage.more, newestPage.data.length, newestPage.data.at(-1)?.text]).toEqual([
    true,
    50,
    'Line 10000',
  ])
  const previousPage = (await loadConversation(resident, 'ticket', id, `&before=${newestPage.data[0]?.id}`))
    .body
  expect([previousPage.data.length, previousPage.data.at(-1)?.text]).toEqual([50, 'Line 9950'])
  const oldestPage = (
    await loadConversation(officeAdmin, 'ticket', id, `&before=${previousPage.data[0]!.id - 9890}`)
  ).body
  expect([oldestPage.more, oldestPage.data.map(({ text }) => text).slice(0, 2)]).toEqual([
    false,
    ['First', 'Line 1'],
  ])
})

test.each([
  ['neither text nor file', { text: '  ' }, 'text'],
  ['too long a text', { text: 'x'.repeat(5001) }, 'text'],
  ['a lone surrogate', { text: '\ud800' }, 'text'],
  [
    'six files',
    { files: Array.from({ length: 6 }, (_, n) => ({ url: `attachments/${n}`, name: 'a' })) },
    'files',
  ],
  ['a file of another folder', { files: [{ url: 'images/a.jpg', name: 'a' }] }, 'files'],
  ['a file that is not there', { files: [{ url: 'attachments/a.jpg', name: 'a' }] }, 'files'],
])('a message with %s is refused at its field', async (_, body, field) => {
  const messageResponse = await resident.post<{ errors: object }>('/message', {
    kind: 'tenant',
    id: resident.id,
    ...body,
  })
  expect(messageResponse.status).toBe(400)
  expect(Object.keys(messageResponse.body.errors)).toEqual([field])
})

test.each([
  { kind: 'admin', id: 1 },
  { kind: 'ticket' },
  { kind: 'ticket', id: '1 or 1=1' },
  { kind: 'ticket', id: -1 },
  {},
])('a message about %j is refused', async (subjectName) =>
  expect((await resident.post('/message', { ...subjectName, text: 'Hi' })).status).toBe(400),
)

test('files belong to their message, and open for its readers alone', async () => {
  const { id } = await createTestTicket(resident, 'gatePass')
  const ref = await insertTestFile(db, resident, 'attachments')
  const neighbourFile = await insertTestFile(db, otherResident, 'attachments')
  expect((await writeMessage(resident, 'ticket', id, '', { files: [neighbourFile] })).status).toBe(400)
  const { body } = await writeMessage(resident, 'ticket', id, '', { files: [ref] })
  expect(body.files).toMatchObject([{ name: 'photo.jpg', url: ref.url, src: expect.stringContaining('sig') }])
  const openFile = (caller: LoggedInCaller) => caller.get(`/file?name=${encodeURIComponent(ref.url)}`)
  const adminWithoutAccess = await portal.as('admin', { roles: { visitors: ['view', 'edit'] } })
  const statuses = await Promise.all(
    [resident, officeAdmin, otherResident, adminWithoutAccess].map(
      async (caller) => (await openFile(caller)).status,
    ),
  )
  expect(statuses).toEqual([200, 200, 404, 404])
  expect((await writeMessage(resident, 'ticket', id, 'Again', { files: [ref] })).status).toBe(400)
  await db.updateTable('tickets').set({ tenant_id: otherResident.id }).where('id', '=', id).execute()
  expect([(await openFile(resident)).status, (await openFile(otherResident)).status]).toEqual([404, 404])
})

test('messages written at once keep one order, which ids and times agree on', async () => {
  const { id } = await createTestTicket(resident, 'gatePass')
  const messageReplies = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      writeMessage(n % 2 ? resident : officeAdmin, 'ticket', id, `Line ${n}`),
    ),
  )
  expect(messageReplies.map(({ status }) => status)).toEqual(messageReplies.map(() => 201))
  const { data } = (await loadConversation(officeAdmin, 'ticket', id)).body
  expect(data).toHaveLength(10)
  expect(data.map(({ created_at }) => created_at)).toEqual(
    data.map(({ created_at }) => created_at).toSorted(),
  )
  const threads = await db.selectFrom('threads').selectAll().where('ticket_id', '=', id).execute()
  expect(threads).toMatchObject([
    { last_message_id: data.at(-1)?.id, waits: data.at(-1)?.author.kind === 'resident' },
  ])
})

describe('the other side', () => {
  test('gets each message live, with a name for the office alone', async () => {
    const { id } = await createTestTicket(resident, 'gatePass')
    const adminWithoutAccess = await portal.as('admin', { roles: { visitors: ['view', 'edit'] } })
    await portal.drainEvents()
    await writeMessage(officeAdmin, 'ticket', id, 'Hello')
    const messageEvents = (await drainEvents()).filter(({ event }) => event.includes('-messages.'))
    const residentEvent = messageEvents.find(({ event }) => event === `client-messages.${resident.id}`)
    expect(residentEvent).toMatchObject({
      room: `client.${resident.id}`,
      data: {
        kind: 'ticket',
        id,
        message: { text: 'Hello', author: { kind: 'pmo', name: 'PMO', self: false } },
      },
    })
    expect(messageEvents.filter(({ event }) => event.startsWith('client'))).toHaveLength(1)
    const authorEvent = messageEvents.find(({ event }) => event === `admin-messages.${officeAdmin.id}`)
    expect(authorEvent?.data).toMatchObject({ message: { author: { name: 'Liza Villanueva', self: true } } })
    expect(messageEvents.map(({ event }) => event)).not.toContain(`admin-messages.${adminWithoutAccess.id}`)
  })

  test('sees what was seen, and so does whoever wrote', async () => {
    const { id } = await createTestTicket(resident, 'gatePass')
    const { body: residentMessage } = await writeMessage(resident, 'ticket', id, 'Hello?')
    expect((await loadConversation(resident, 'ticket', id)).body.seenId).toBe(0)
    const viewer = await portal.as('admin', { roles: { gatepass: ['view'] } })
    await portal.drainEvents()
    expect((await viewer.put('/messages-read', { kind: 'ticket', id })).body).toEqual({ success: true })
    expect((await loadConversation(resident, 'ticket', id)).body.seenId).toBe(residentMessage.id)
    expect((await drainEvents()).find(({ event }) => event.startsWith('client-messages'))?.data).toEqual({
      kind: 'ticket',
      id,
      message: null,
    })
    await viewer.put('/messages-read', { kind: 'ticket', id })
    expect((await drainEvents()).filter(({ event }) => event.includes('-messages'))).toEqual([])
    expect((await loadConversation(officeAdmin, 'ticket', id)).body).toMatchObject({
      waits: true,
      seenId: residentMessage.id,
    })
  })

  test('is told of a flood by one unread notice, with the begin of the newest message', async () => {
    const { id, ticketNumber } = await createTestTicket(resident, 'gatePass')
    for (let n = 1; n <= 5; n++) await writeMessage(resident, 'ticket', id, `${n} ${'word '.repeat(200)}`)
    const officeNotifications = await listMessageNotifications(
      officeAdmin,
      `/admin/tickets?modal=true&serviceId=${id}&at=messages`,
    )
    expect(officeNotifications).toHaveLength(1)
    expect(officeNotifications[0]?.message).toMatch(
      new RegExp(`^Reyes, Maria \\(A-101\\) wrote about ${ticketNumber}: 5 word`),
    )
    expect(officeNotifications[0]?.message.length).toBeLessThan(260)
    await writeMessage(officeAdmin, 'ticket', id, 'One')
    await writeMessage(officeAdmin, 'ticket', id, 'Two')
    const link = `/tickets?serviceId=${id}&at=messages`
    expect(await listMessageNotifications(resident, link)).toMatchObject([
      { title: 'New message from the PMO', message: `${ticketNumber}: Two` },
    ])
    const [row] = await db
      .selectFrom('notifications')
      .select(['kind', 'brief', 'letter', 'fanned_out'])
      .where('link', '=', link)
      .where('kind', '=', 'message')
      .execute()
    expect(row).toMatchObject({
      kind: 'message',
      brief: `New message from the PMO, ${ticketNumber}`,
      letter: { paragraphs: ['Two'], facts: [['About', ticketNumber]] },
      fanned_out: false,
    })
    await resident.put('/messages-read', { kind: 'ticket', id })
    await writeMessage(officeAdmin, 'ticket', id, 'Three')
    expect(await listMessageNotifications(resident, link)).toHaveLength(2)
  })

  test('opens the payment or the tenant that a conversation is about, at its messages', async () => {
    const { id } = await payByDeposit(portal, resident)
    const threadCases = [
      ['payment', id, `/admin/payments?modal=true&id=${id}`, `/billings?id=${id}&at=messages`],
      ['tenant', resident.id, `/admin/tenants?modal=true&id=${resident.id}`, '/ask'],
    ] as const
    for (const [kind, subjectId, officeLink, residentLink] of threadCases) {
      await writeMessage(resident, kind, subjectId, 'Is it received?')
      await writeMessage(officeAdmin, kind, subjectId, 'Yes.')
      expect(await listMessageNotifications(officeAdmin, `${officeLink}&at=messages`)).toHaveLength(1)
      expect(await listMessageNotifications(resident, residentLink)).toHaveLength(1)
    }
  })

  test('is the assignee alone, if there is one who counts', async () => {
    const worker = await portal.as('admin', { roles: { orders: ['view', 'ongoing'] } })
    const { id } = await createTestTicket(resident, 'jobOrder')
    await db.updateTable('tickets').set({ assignee_id: worker.id }).where('id', '=', id).execute()
    for (const text of ['One', 'Two']) await writeMessage(resident, 'ticket', id, text)
    const link = `/admin/service-requests?modal=true&serviceId=${id}&at=messages`
    expect(await listMessageNotifications(worker, link)).toHaveLength(1)
    expect(await listMessageNotifications(officeAdmin, link)).toHaveLength(0)
    await setRoles(db, worker.id, { orders: ['view'] })
    await writeMessage(resident, 'ticket', id, 'Three')
    expect(await listMessageNotifications(officeAdmin, link)).toHaveLength(1)
  })
})

const loadAnswerGroup = async (admin: LoggedInCaller) =>
  (await admin.get<MyWork>('/desk')).body.groups.find(({ name }) => name === 'answered')

const filterThreadsOfCatOwner = (answerGroup: Awaited<ReturnType<typeof loadAnswerGroup>>) =>
  answerGroup?.threads.filter(({ tenant }) => tenant.clientCode === 'CAT-1')

describe('To answer, in My work,', () => {
  test('has the conversations that wait, the oldest first, for those who may answer', async () => {
    const catOwner = await portal.as('client', { clientCode: 'CAT-1', uoccname: 'Cruz, Ben' })
    const ticket = await createTestTicket(catOwner, 'gatePass')
    const payment = await payByDeposit(portal, catOwner)
    await writeMessage(catOwner, 'tenant', catOwner.id, 'May I keep\n a cat?')
    await writeMessage(catOwner, 'ticket', ticket.id, 'The gate?')
    await writeMessage(catOwner, 'payment', payment.id, 'Posted?')
    const tenant = { clientCode: 'CAT-1', uoccname: 'Cruz, Ben' }
    const last_at = expect.any(String) as string
    const waitingRows = [
      {
        kind: 'tenant',
        id: catOwner.id,
        number: null,
        list: null,
        tenant,
        excerpt: 'May I keep a cat?',
        last_at,
      },
      {
        kind: 'ticket',
        id: ticket.id,
        number: ticket.ticketNumber,
        list: 'tickets',
        tenant,
        excerpt: 'The gate?',
        last_at,
      },
      {
        kind: 'payment',
        id: payment.id,
        number: payment.referenceNumber,
        list: null,
        tenant,
        excerpt: 'Posted?',
        last_at,
      },
    ]
    await db.updateTable('threads').set({ waits: false }).where('tenant_id', '<>', catOwner.id).execute()
    expect(await loadAnswerGroup(officeAdmin)).toMatchObject({
      total: 3,
      threads: waitingRows,
      tickets: [],
      payments: [],
      lists: [],
    })
    const guard = await portal.as('admin', { roles: { gatepass: ['view', 'edit'], payments: ['view'] } })
    expect(await loadAnswerGroup(guard)).toMatchObject({ total: 1, threads: [waitingRows[1]] })
    const viewer = await portal.as('admin', { roles: { gatepass: ['view'], tenants: ['edit'] } })
    expect(await loadAnswerGroup(viewer)).toMatchObject({ total: 0, threads: [] })

    await writeMessage(officeAdmin, 'tenant', catOwner.id, 'Yes.')
    await officeAdmin.put('/messages-read', { kind: 'ticket', id: ticket.id })
    expect((await guard.put('/messages-settled', { kind: 'payment', id: payment.id })).status).toBe(403)
    expect((await officeAdmin.put('/messages-settled', { kind: 'payment', id: payment.id })).status).toBe(200)
    expect(filterThreadsOfCatOwner(await loadAnswerGroup(officeAdmin))).toEqual([waitingRows[1]])
    await writeMessage(catOwner, 'payment', payment.id, 'Thank you')
    await db.updateTable('tickets').set({ status: 0 }).where('id', '=', ticket.id).execute()
    expect(filterThreadsOfCatOwner(await loadAnswerGroup(officeAdmin))).toMatchObject([
      { kind: 'payment', excerpt: 'Thank you' },
    ])
    await db.updateTable('tenants').set({ status: 0 }).where('id', '=', catOwner.id).execute()
    expect(filterThreadsOfCatOwner(await loadAnswerGroup(officeAdmin))).toEqual([])
  })
})
