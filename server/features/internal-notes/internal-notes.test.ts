import { expect, test } from 'vitest'
import { writeMessage } from '#features/conversation/testing.ts'
import { fileTestTicket, insertTestFile } from '#features/tickets/testing.ts'
import type { RoomEvent } from '#platform/realtime/outbox.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { InternalNote, InternalNotes } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationKind } from '@tahanan/contract/conversation/subjects.ts'

const portal = await openTestPortal()
const office = await portal.as('admin', { name: 'Liza Villanueva' })
const resident = await portal.as('client')

const createNote = (
  author: LoggedInCaller,
  kind: ConversationKind,
  id: number,
  text: string,
  more: object = {},
) => author.post<InternalNote>('/internal-note', { kind, id, text, ...more })
const listNotes = (reader: LoggedInCaller, kind: ConversationKind, id: number) =>
  reader.get<InternalNotes>(`/internal-notes?kind=${kind}&id=${id}`)

test('a note is read by who may view the record, live and newest last, and notifies nobody', async () => {
  const { id } = await fileTestTicket(resident, 'gatePass')
  const viewer = await portal.as('admin', { roles: { gatepass: ['view'] } })
  const blind = await portal.as('admin', { roles: { visitors: ['view', 'edit'] } })
  await portal.takeDeliveries()
  await portal.db.deleteFrom('notifications').execute()
  const noteReply = await createNote(office, 'ticket', id, 'Call him first')
  expect(noteReply).toMatchObject({
    status: 201,
    body: { author: { name: 'Liza Villanueva', self: true }, text: 'Call him first', files: [] },
  })
  await createNote(office, 'ticket', id, 'Done')
  expect((await listNotes(viewer, 'ticket', id)).body).toMatchObject({
    data: [{ text: 'Call him first', author: { self: false } }, { text: 'Done' }],
    more: false,
    mayWrite: false,
  })
  expect((await createNote(viewer, 'ticket', id, 'Me too')).status).toBe(403)
  expect((await listNotes(blind, 'ticket', id)).status).toBe(403)
  expect((await listNotes(office, 'ticket', 999_999)).status).toBe(404)
  const events = (await portal.takeDeliveries()).filter(
    (delivery): delivery is RoomEvent => 'event' in delivery,
  )
  expect(new Set(events.map(({ event }) => event))).toEqual(
    new Set([`admin-notes.${office.id}`, `admin-notes.${viewer.id}`]),
  )
  expect(events[0]?.data).toMatchObject({ kind: 'ticket', id, note: { text: 'Call him first' } })
  expect(await portal.db.selectFrom('notifications').select('id').execute()).toEqual([])
})

test('notes stay with a ticket that was moved, and those of a tenant are apart from their tickets', async () => {
  const { id } = await fileTestTicket(resident, 'gatePass')
  const ref = await insertTestFile(portal.db, office, 'attachments')
  await createNote(office, 'ticket', id, 'About the ticket', { files: [ref] })
  await createNote(office, 'tenant', resident.id, 'About the tenant')
  expect((await listNotes(office, 'tenant', resident.id)).body.data.map(({ text }) => text)).toEqual([
    'About the tenant',
  ])
  const { id: next } = await portal.as('client')
  await portal.db.updateTable('tickets').set({ tenant_id: next }).where('id', '=', id).execute()
  expect((await listNotes(office, 'ticket', id)).body.data).toMatchObject([
    { files: [{ name: 'photo.jpg' }] },
  ])
  const getFileStatus = async (who: LoggedInCaller) =>
    (await who.get(`/file?name=${encodeURIComponent(ref.url)}`)).status
  const elsewhere = await portal.as('admin', { roles: { visitors: ['view'] } })
  expect([
    await getFileStatus(office),
    await getFileStatus(elsewhere),
    await getFileStatus(resident),
  ]).toEqual([200, 404, 404])
  // A note's file cannot be attached to a message, because residents can read messages.
  expect((await writeMessage(office, 'ticket', id, '', { files: [ref] })).status).toBe(400)
})
