import { afterAll, expect, test } from 'vitest'
import { payByDeposit } from '@tahanan/server/features/posting/testing.ts'
import { fileTestTicket, insertTestFile } from '@tahanan/server/features/tickets/testing.ts'
import { startTestSmtp } from '@tahanan/server/platform/mail/testing-smtp.ts'
import type { RoomEvent } from '@tahanan/server/platform/realtime/outbox.ts'
import { getNextNoon } from '@tahanan/server/testing/get-next-noon.ts'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'

/**
 * Attack 37: text of an internal note in anything that a resident receives about a ticket, a payment or the
 * account. `37-internal-notes.deep.test.ts` makes every call of the portal.
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
const office = await portal.as('admin')
const owner = await portal.as('client')
const neighbour = await portal.as('client')

async function createMarkedNote(kind: 'ticket' | 'payment' | 'tenant', id: number): Promise<string> {
  const { url } = await insertTestFile(portal.db, office, 'attachments')
  const files = [{ name: `${MARKER}.png`, url }]
  const { status, body } = await office.post('/internal-note', { kind, id, text: `${MARKER} ${kind}`, files })
  expect([status, body.message]).toEqual([201, undefined])
  return url
}

test('no answer, search, live event, notification or mail of a resident holds a word of an internal note', async () => {
  const ticket = await fileTestTicket(owner, 'gatePass')
  const payment = await payByDeposit(portal, owner)
  await portal.takeDeliveries()
  await createMarkedNote('ticket', ticket.id)
  await createMarkedNote('payment', payment.id)
  await createMarkedNote('tenant', owner.id)
  await office.post('/message', { kind: 'ticket', id: ticket.id, text: 'Please come by.' })
  expect((await office.put(`/ticket/${ticket.id}`, { status: 2 })).status).toBe(200)

  for (const path of [
    `/ticket/${ticket.id}`,
    '/tickets',
    `/messages?kind=ticket&id=${ticket.id}`,
    `/payment/${payment.id}`,
    '/payments',
    `/messages?kind=payment&id=${payment.id}`,
    `/tenant/${owner.id}`,
    `/client-notif/${owner.id}?limit=50`,
  ]) {
    const { status, body } = await owner.get(path)
    expect([path, status, JSON.stringify(body)]).toEqual([
      path,
      200,
      expect.not.stringMatching(MARKER_PATTERN),
    ])
  }
  for (const list of ['/tickets', '/payments'])
    expect([list, (await owner.get(`${list}?searchTerm=${MARKER}`)).body]).toEqual([
      list,
      expect.objectContaining({ data: [], total: 0 }),
    ])
  expect(JSON.stringify((await owner.get(`/search?searchTerm=${MARKER}`)).body)).not.toContain('"id"')

  const events = (await portal.takeDeliveries()).filter(
    (delivery): delivery is RoomEvent => 'event' in delivery,
  )
  const [marked, clean] = [events.filter(hasMarker), events.filter((event) => !hasMarker(event))]
  expect(new Set(marked.map(({ room }) => room))).toEqual(new Set([`admin.${office.id}`]))
  expect(clean.map(({ room }) => room)).toContain(`client.${owner.id}`)

  await portal.deliverAt(getNextNoon())
  // A line break may split the marker.
  const mails = smtp.received.filter(({ to }) => to.includes(owner.account.email ?? ''))
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.filter(({ data }) => MARKER_PATTERN.test(data.replaceAll('=\r\n', '')))).toEqual([])
})

const hasMarker = ({ event, data }: RoomEvent): boolean =>
  MARKER_PATTERN.test(`${event} ${JSON.stringify(data)}`)

test('files of internal notes open for nobody but viewers of the record, and tell no resident of them', async () => {
  const key = await createMarkedNote('tenant', owner.id)
  const path = `/file?name=${encodeURIComponent(key)}`
  const blind = await portal.as('admin', { roles: { gatepass: ['view', 'edit'] } })
  const superAdmin = await portal.as('super-admin')
  const statuses = await Promise.all(
    [office, owner, neighbour, blind, superAdmin].map(async (who) => (await who.get(path)).status),
  )
  expect(statuses).toEqual([200, 404, 404, 404, 404])
  // The resident knows the key of a note's file but must not be able to attach it.
  const messageWithForeignFile = {
    kind: 'tenant',
    id: owner.id,
    text: '',
    files: [{ name: 'Mine.png', url: key }],
  }
  expect((await owner.post('/message', messageWithForeignFile)).status).toBe(400)
})
