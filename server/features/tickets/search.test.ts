import { expect, test } from 'vitest'
import { payByDeposit } from '#features/posting/testing.ts'
import { createTestAmenity } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { createBookingBody, createTestTicket, type TicketListAnswer, type Ticket } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const ana = await portal.as('client', { uoccname: 'Ana Reyes', clientCode: 'A-101' })
const ben = await portal.as('client', { uoccname: 'Ben Cruz-Ocampo', clientCode: 'PH 7 B' })
const TICKET_OF_ANA = await createTestTicket(ana, 'gatePass', {
  bearerName: 'Rodel Manalo, plate ABC 1234',
  type: 4,
})
const TICKET_OF_BEN = await createTestTicket(ben, 'gatePass', {
  bearerName: 'Tirso Abad 0917-123-4567',
  type: 2,
})

const searchTicketIds = async (term: string, path = '/tickets', caller: LoggedInCaller = admin) => {
  const { status, body } = await caller.get<TicketListAnswer>(
    `${path}?searchTerm=${encodeURIComponent(term)}`,
  )
  expect([term, status]).toEqual([term, 200])
  expect(body.total).toBe(body.data.length)
  return body.data.map(({ id }) => id)
}
const getIds = (...tickets: Ticket[]) => tickets.map(({ id }) => id)

test.each([
  ['words in any order', 'Reyes Ana', [TICKET_OF_ANA]],
  ['words in any order', ' aNA   reyes ', [TICKET_OF_ANA]],
  ['words of the tenant and of the ticket', 'reyes manalo', [TICKET_OF_ANA]],
  ['words of the tenant and of the ticket', 'MANALO a-101 rodel ana', [TICKET_OF_ANA]],
  ['words of one, another of none', 'reyes abad', []],
  ['a short word beside a long one', 'an manalo', [TICKET_OF_ANA]],
  ['short words', 'an ro', [TICKET_OF_ANA]],
  ['a code without its dash', 'A101', [TICKET_OF_ANA]],
  ['a code with its dash', 'a-101', [TICKET_OF_ANA]],
  ['a code with a blank for its dash', 'A 101', [TICKET_OF_ANA]],
  ['a code without its blanks', 'ph7b', [TICKET_OF_BEN]],
  ['a code with dashes for its blanks', 'ph-7-b', [TICKET_OF_BEN]],
  ['a code of the text without its blank', 'abc1234', [TICKET_OF_ANA]],
  ['a code of the text with a dash', 'ABC-1234', [TICKET_OF_ANA]],
  ['a number of the text without its dashes', '09171234567', [TICKET_OF_BEN]],
  ['a name without its dash', 'cruzocampo', [TICKET_OF_BEN]],
  ['a label', 'pull out', [TICKET_OF_ANA]],
  ['a label', 'OUT pull', [TICKET_OF_ANA]],
  ['a tag', 'PULLOUT', [TICKET_OF_ANA]],
  ['another label', 'move in', [TICKET_OF_BEN]],
  ['a label and a tenant', 'pull reyes', [TICKET_OF_ANA]],
  ['a whole number', TICKET_OF_ANA.ticketNumber, [TICKET_OF_ANA]],
  ['a number without its dashes', TICKET_OF_ANA.ticketNumber.replaceAll('-', ''), [TICKET_OF_ANA]],
  ['a number with blanks', TICKET_OF_BEN.ticketNumber.replaceAll('-', ' '), [TICKET_OF_BEN]],
  ['the end of a number', TICKET_OF_BEN.ticketNumber.slice(-6), [TICKET_OF_BEN]],
  ['the end of a number', TICKET_OF_BEN.ticketNumber.slice(3), [TICKET_OF_BEN]],
  ['prefix and year', TICKET_OF_ANA.ticketNumber.slice(0, 7), [TICKET_OF_BEN, TICKET_OF_ANA]],
  ['prefix and running number', 'GP1', [TICKET_OF_ANA]],
  ['prefix and running number', 'gp 2', [TICKET_OF_BEN]],
  ['prefix and running number', 'gp-0002', [TICKET_OF_BEN]],
  ['prefix and running number of another module', 'JO1', []],
  ['prefix, running number and a word', 'gp 2 abad', [TICKET_OF_BEN]],
  ['signs of patterns literally', 'man%lo', []],
  ['signs of patterns literally', 'rodel man_lo', []],
  ['signs of patterns literally', String.raw`m\analo`, []],
])('%s: %s', async (_, term, tickets) => {
  expect(await searchTicketIds(term)).toEqual(getIds(...tickets))
  expect(await searchTicketIds(term, '/services')).toEqual(getIds(...tickets))
})

test('the newest year comes first of a running number', async () => {
  const newerTicket = await createTestTicket(ben, 'gatePass')
  const rename = (ticket_number: string) =>
    portal.db
      .updateTable('tickets')
      .set({ ticket_number, search_text: `${ticket_number.toLowerCase()}\n\n` })
      .where('id', '=', newerTicket.id)
      .execute()
  await rename('GP-2099-000001')
  expect(await searchTicketIds('gp1')).toEqual([newerTicket.id, TICKET_OF_ANA.id])
  await portal.db.deleteFrom('tickets').where('id', '=', newerTicket.id).execute()
})

test('a resident finds only their own', async () => {
  expect(await searchTicketIds('manalo', '/tickets', ana)).toEqual([TICKET_OF_ANA.id])
  expect(await searchTicketIds('reyes manalo', '/tickets', ana)).toEqual([TICKET_OF_ANA.id])
  expect(await searchTicketIds('manalo', '/tickets', ben)).toEqual([])
  expect(await searchTicketIds('ana', '/tickets', ben)).toEqual([])
})

test('a reservation is found by the name of its amenity after the amenity is renamed', async () => {
  const amenity = await createTestAmenity(portal.db, { title: 'Badminton Court' })
  const booking = createBookingBody(amenity.id, 3, '10:00', '11:00')
  const reservation = await createTestTicket(ana, 'reservation', booking)
  const { updated_at } = (await admin.get<Ticket>(`/reservation/${reservation.id}`)).body
  expect((await admin.put(`/amenity/${amenity.id}`, { title: 'Salón 5-B' })).status).toBe(200)
  await portal.runJobs()
  expect(await searchTicketIds('salon 5B birthday', '/reservations')).toEqual([reservation.id])
  expect(await searchTicketIds('badminton', '/reservations')).toEqual([])
  expect(await searchTicketIds(reservation.ticketNumber, '/reservations')).toEqual([reservation.id])
  expect((await admin.get<Ticket>(`/reservation/${reservation.id}`)).body.updated_at).toBe(updated_at)
  await portal.db.deleteFrom('tickets').where('id', '=', reservation.id).execute()
})

test('private fields are not found, whatever stands beside them', async () => {
  const visit = await createTestTicket(ana, 'visitor', {
    visitorsName: 'Carlo Diaz',
    phoneNumber: '09998887766',
  })
  for (const privateWord of [
    '09998887766',
    '0999-888-7766',
    '8887766',
    String(visit.address),
    String(visit.email),
  ])
    for (const term of [privateWord, `carlo ${privateWord}`, `${privateWord} reyes diaz`])
      expect([term, await searchTicketIds(term, '/visitors')]).toEqual([term, []])
  expect(await searchTicketIds('diaz carlo reyes', '/visitors')).toEqual([visit.id])
  await portal.db.deleteFrom('tickets').where('id', '=', visit.id).execute()
})

test.each([
  ['signs', '%_%\\\\%'],
  ['a hundred words', Array.from({ length: 100 }, (_, n) => String.fromCodePoint(97 + (n % 26))).join(' ')],
  ['words of one letter', 'a b c d e f g h i j k l m n o p'],
  ['two hundred letters', 'x'.repeat(200)],
  ['two hundred digits', '7'.repeat(200)],
  ['quotes', `'); drop table tickets; --`],
])('a term of %s is answered', async (_, term) => {
  for (const path of ['/tickets', '/services', '/payments', '/tenants', '/search'])
    expect([path, (await admin.get(`${path}?searchTerm=${encodeURIComponent(term)}`)).status]).toEqual([
      path,
      200,
    ])
})

test('a term of dashes only shows the whole list', async () => {
  expect(await searchTicketIds('- --')).toEqual(await searchTicketIds(''))
})

const findPayments = async (term: string) => {
  const { body } = await admin.get<{ data: Payment[] }>(`/payments?searchTerm=${encodeURIComponent(term)}`)
  return body.data.map((row) => row.referenceNumber)
}

test('payments are found by words, codes without dashes and running numbers', async () => {
  const payment = await payByDeposit(portal, ana)
  await payByDeposit(portal, ben)
  const number = payment.referenceNumber
  await portal.db
    .updateTable('payments')
    .set({ bank_reference: 'BPI 0012-3456' })
    .where('id', '=', payment.id)
    .execute()
  for (const term of [
    'reyes ana',
    `ana ${number}`,
    number.replaceAll('-', ''),
    `py${Number(number.slice(-6))}`,
  ])
    expect([term, await findPayments(term)]).toEqual([term, [number]])
  for (const term of ['bpi0012', 'bpi 00123456', 'BPI00123456', '0012-3456 reyes'])
    expect([term, await findPayments(term)]).toEqual([term, [number]])
  expect(await findPayments(`ben ${number}`)).toEqual([])
})
