import { afterAll, expect, test } from 'vitest'
import { payByDeposit } from '@tahanan/server/features/posting/testing.ts'
import { createTestTicket, insertTestFile } from '@tahanan/server/features/tickets/testing.ts'
import { startTestSmtp } from '@tahanan/server/platform/mail/testing-smtp.ts'
import type { RoomEvent } from '@tahanan/server/platform/realtime/outbox.ts'
import { getNextNoon } from '@tahanan/server/testing/get-next-noon.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'

/**
 * Tests attack 37 of docs/attacks.yaml: a resident receives text of an internal note about a ticket, a
 * payment or the account. `37-internal-notes.deep.test.ts` makes every call of the portal.
 */
const MARKER = 'Quibangbang'
const MARKER_PATTERN = new RegExp(MARKER, 'i')

const smtp = await startTestSmtp()
afterAll(smtp.close)
const portal = await openTestPortal({
  rateLimitPerMinute: 0,
  smtpUrl: smtp.url,
  mailFrom: 'Property Management Office <pmo@condo.example.ph>',
})
const adminClient = await portal.as('admin')
const ownerClient = await portal.as('client')
const neighbourClient = await portal.as('client')

async function createMarkedNote(kind: 'ticket' | 'payment' | 'tenant', id: number): Promise<string> {
  const { url } = await insertTestFile(portal.db, adminClient, 'attachments')
  const files = [{ name: `${MARKER}.png`, url }]
  const { status, body } = await adminClient.post('/internal-note', {
    kind,
    id,
    text: `${MARKER} ${kind}`,
    files,
  })
  expect([status, body.message]).toEqual([201, undefined])
  return url
}

test('no answer, search, live event, notification or mail of a resident holds a word of an internal note', async () => {
  const ticket = await createTestTicket(ownerClient, 'gatePass')
  const payment = await payByDeposit(portal, ownerClient)
  await portal.drainEvents()
  await createMarkedNote('ticket', ticket.id)
  await createMarkedNote('payment', payment.id)
  await createMarkedNote('tenant', ownerClient.id)
  await adminClient.post('/message', { kind: 'ticket', id: ticket.id, text: 'Please come by.' })
  expect((await adminClient.put(`/ticket/${ticket.id}`, { status: 2 })).status).toBe(200)

  for (const path of [
    `/ticket/${ticket.id}`,
    '/tickets',
    `/messages?kind=ticket&id=${ticket.id}`,
    `/payment/${payment.id}`,
    '/payments',
    `/messages?kind=payment&id=${payment.id}`,
    `/tenant/${ownerClient.id}`,
    `/client-notif/${ownerClient.id}?limit=50`,
  ]) {
    const { status, body } = await ownerClient.get(path)
    expect([path, status, JSON.stringify(body)]).toEqual([
      path,
      200,
      expect.not.stringMatching(MARKER_PATTERN),
    ])
  }
  for (const listPath of ['/tickets', '/payments'])
    expect([listPath, (await ownerClient.get(`${listPath}?searchTerm=${MARKER}`)).body]).toEqual([
      listPath,
      expect.objectContaining({ data: [], total: 0 }),
    ])
  expect(JSON.stringify((await ownerClient.get(`/search?searchTerm=${MARKER}`)).body)).not.toContain('"id"')

  const roomEvents = (await portal.drainEvents()).filter(
    (delivery): delivery is RoomEvent => 'event' in delivery,
  )
  const [markedEvents, unmarkedEvents] = [
    roomEvents.filter(hasMarker),
    roomEvents.filter((event) => !hasMarker(event)),
  ]
  expect(new Set(markedEvents.map(({ room }) => room))).toEqual(new Set([`admin.${adminClient.id}`]))
  expect(unmarkedEvents.map(({ room }) => room)).toContain(`client.${ownerClient.id}`)

  await portal.deliverAt(getNextNoon())
  // Checks the resident's mails. A line break may split the searched word, so lines are joined.
  const mails = smtp.received.filter(({ to }) => to.includes(ownerClient.account.email ?? ''))
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.filter(({ data }) => MARKER_PATTERN.test(data.replaceAll('=\r\n', '')))).toEqual([])
})

const hasMarker = ({ event, data }: RoomEvent): boolean =>
  MARKER_PATTERN.test(`${event} ${JSON.stringify(data)}`)

test('files of internal notes open for nobody but viewers of the record, and tell no resident of them', async () => {
  const key = await createMarkedNote('tenant', ownerClient.id)
  const path = `/file?name=${encodeURIComponent(key)}`
  const unpermittedClient = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
  const superAdmin = await portal.as('super-admin')
  const statuses = await Promise.all(
    [adminClient, ownerClient, neighbourClient, unpermittedClient, superAdmin].map(
      async (caller) => (await caller.get(path)).status,
    ),
  )
  expect(statuses).toEqual([200, 404, 404, 404, 404])
  // The resident knows the key of the note's file, but must not be able to attach the file to their own
  // message.
  const messageWithForeignFile = {
    kind: 'tenant',
    id: ownerClient.id,
    text: '',
    files: [{ name: 'Mine.png', url: key }],
  }
  expect((await ownerClient.post('/message', messageWithForeignFile)).status).toBe(400)
})
