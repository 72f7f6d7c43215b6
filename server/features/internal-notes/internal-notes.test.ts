import { expect, test } from 'vitest'
import { writeMessage } from '#features/conversation/testing.ts'
import { createTestTicket, insertTestFile } from '#features/tickets/testing.ts'
import type { RoomEvent } from '#platform/realtime/outbox.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { InternalNote, InternalNotes } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationKind } from '@tahanan/contract/conversation/subjects.ts'

const portal = await openTestPortal()
const officeAdmin = await portal.as('admin', { name: 'Liza Villanueva' })
const resident = await portal.as('client')

const createNote = (
  author: LoggedInCaller,
  kind: ConversationKind,
  id: number,
  text: string,
  extraFields: object = {},
) => author.post<InternalNote>('/internal-note', { kind, id, text, ...extraFields })
const listNotes = (caller: LoggedInCaller, kind: ConversationKind, id: number) =>
  caller.get<InternalNotes>(`/internal-notes?kind=${kind}&id=${id}`)

test('a note is read by who may view the record, live and newest last, and notifies nobody', async () => {
  const { id } = await createTestTicket(resident, 'gatePass')
  const gatepassViewer = await portal.as('admin', { roles: { gatepass: ['view'] } })
  const visitorsEditor = await portal.as('admin', { roles: { visitors: ['view', 'edit'] } })
  await portal.drainEvents()
  await portal.db.deleteFrom('notifications').execute()
  const noteReply = await createNote(officeAdmin, 'ticket', id, 'Call him first')
  expect(noteReply).toMatchObject({
    status: 201,
    body: { author: { name: 'Liza Villanueva', self: true }, text: 'Call him first', files: [] },
  })
  await createNote(officeAdmin, 'ticket', id, 'Done')
  expect((await listNotes(gatepassViewer, 'ticket', id)).body).toMatchObject({
    data: [{ text: 'Call him first', author: { self: false } }, { text: 'Done' }],
    more: false,
    mayWrite: false,
  })
  expect((await createNote(gatepassViewer, 'ticket', id, 'Me too')).status).toBe(403)
  expect((await listNotes(visitorsEditor, 'ticket', id)).status).toBe(403)
  expect((await listNotes(officeAdmin, 'ticket', 999_999)).status).toBe(404)
  const events = (await portal.drainEvents()).filter((delivery): delivery is RoomEvent => 'event' in delivery)
  expect(new Set(events.map(({ event }) => event))).toEqual(
    new Set([`admin-notes.${officeAdmin.id}`, `admin-notes.${gatepassViewer.id}`]),
  )
  expect(events[0]?.data).toMatchObject({ kind: 'ticket', id, note: { text: 'Call him first' } })
  expect(await portal.db.selectFrom('notifications').select('id').execute()).toEqual([])
})

test('earlier notes are those before the oldest loaded one', async () => {
  const { id } = await createTestTicket(resident, 'gatePass')
  for (const text of ['First', 'Second', 'Third']) await createNote(officeAdmin, 'ticket', id, text)
  const { body } = await listNotes(officeAdmin, 'ticket', id)
  const earlierPage = await officeAdmin.get<InternalNotes>(
    `/internal-notes?kind=ticket&id=${id}&before=${body.data[2]?.id}`,
  )
  expect(earlierPage.body.data.map(({ text }) => text)).toEqual(['First', 'Second'])
})

test('notes stay with a ticket that was moved, and those of a tenant are apart from their tickets', async () => {
  const { id } = await createTestTicket(resident, 'gatePass')
  const fileRef = await insertTestFile(portal.db, officeAdmin, 'attachments')
  await createNote(officeAdmin, 'ticket', id, 'About the ticket', { files: [fileRef] })
  await createNote(officeAdmin, 'tenant', resident.id, 'About the tenant')
  expect((await listNotes(officeAdmin, 'tenant', resident.id)).body.data.map(({ text }) => text)).toEqual([
    'About the tenant',
  ])
  const { id: next } = await portal.as('client')
  await portal.db.updateTable('tickets').set({ tenant_id: next }).where('id', '=', id).execute()
  expect((await listNotes(officeAdmin, 'ticket', id)).body.data).toMatchObject([
    { files: [{ name: 'photo.jpg' }] },
  ])
  const getFileStatus = async (caller: LoggedInCaller) =>
    (await caller.get(`/file?name=${encodeURIComponent(fileRef.url)}`)).status
  const visitorsViewer = await portal.as('admin', { roles: { visitors: ['view'] } })
  expect([
    await getFileStatus(officeAdmin),
    await getFileStatus(visitorsViewer),
    await getFileStatus(resident),
  ]).toEqual([200, 404, 404])
  // A file of an internal note cannot be attached to a message, because residents can read messages but not
  // notes.
  expect((await writeMessage(officeAdmin, 'ticket', id, '', { files: [fileRef] })).status).toBe(400)
})
