import { expect, test } from 'vitest'
import { deposit } from '#features/posting/testing.ts'
import type { LoggedIn } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { file, type List, type Ticket } from './testing.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const ana = await portal.as('client', { uoccname: 'Ana Reyes', clientCode: 'A-101' })
const ben = await portal.as('client', { uoccname: 'Ben Cruz-Ocampo', clientCode: 'PH 7 B' })
const ANAS = await file(ana, 'gatePass', { bearerName: 'Rodel Manalo, plate ABC 1234', type: 4 })
const BENS = await file(ben, 'gatePass', { bearerName: 'Tirso Abad 0917-123-4567', type: 2 })

const find = async (term: string, path = '/tickets', who: LoggedIn = admin) => {
  const { status, body } = await who.get<List>(`${path}?searchTerm=${encodeURIComponent(term)}`)
  expect([term, status]).toEqual([term, 200])
  expect(body.total).toBe(body.data.length)
  return body.data.map(({ id }) => id)
}
const found = (...tickets: Ticket[]) => tickets.map(({ id }) => id)

test.each([
  ['words in any order', 'Reyes Ana', [ANAS]],
  ['words in any order', ' aNA   reyes ', [ANAS]],
  ['words of the tenant and of the ticket', 'reyes manalo', [ANAS]],
  ['words of the tenant and of the ticket', 'MANALO a-101 rodel ana', [ANAS]],
  ['words of one, another of none', 'reyes abad', []],
  ['a short word beside a long one', 'an manalo', [ANAS]],
  ['short words', 'an ro', [ANAS]],
  ['a code without its dash', 'A101', [ANAS]],
  ['a code with its dash', 'a-101', [ANAS]],
  ['a code with a blank for its dash', 'A 101', [ANAS]],
  ['a code without its blanks', 'ph7b', [BENS]],
  ['a code with dashes for its blanks', 'ph-7-b', [BENS]],
  ['a code of the text without its blank', 'abc1234', [ANAS]],
  ['a code of the text with a dash', 'ABC-1234', [ANAS]],
  ['a number of the text without its dashes', '09171234567', [BENS]],
  ['a name without its dash', 'cruzocampo', [BENS]],
  ['a label', 'pull out', [ANAS]],
  ['a label', 'OUT pull', [ANAS]],
  ['a tag', 'PULLOUT', [ANAS]],
  ['another label', 'move in', [BENS]],
  ['a label and a tenant', 'pull reyes', [ANAS]],
  ['a whole number', ANAS.ticketNumber, [ANAS]],
  ['a number without its dashes', ANAS.ticketNumber.replaceAll('-', ''), [ANAS]],
  ['a number with blanks', BENS.ticketNumber.replaceAll('-', ' '), [BENS]],
  ['the end of a number', BENS.ticketNumber.slice(-6), [BENS]],
  ['the end of a number', BENS.ticketNumber.slice(3), [BENS]],
  ['prefix and year', ANAS.ticketNumber.slice(0, 7), [BENS, ANAS]],
  ['prefix and running number', 'GP1', [ANAS]],
  ['prefix and running number', 'gp 2', [BENS]],
  ['prefix and running number', 'gp-0002', [BENS]],
  ['prefix and running number of another module', 'JO1', []],
  ['prefix, running number and a word', 'gp 2 abad', [BENS]],
  ['signs of patterns literally', 'man%lo', []],
  ['signs of patterns literally', 'rodel man_lo', []],
  ['signs of patterns literally', String.raw`m\analo`, []],
])('%s: %s', async (_, term, tickets) => {
  expect(await find(term)).toEqual(found(...tickets))
  expect(await find(term, '/services')).toEqual(found(...tickets))
})

test('the newest year comes first of a running number', async () => {
  const newer = await file(ben, 'gatePass')
  const rename = (ticket_number: string) =>
    portal.db
      .updateTable('tickets')
      .set({ ticket_number, search_text: `${ticket_number.toLowerCase()}\n\n` })
      .where('id', '=', newer.id)
      .execute()
  await rename('GP-2099-000001')
  expect(await find('gp1')).toEqual([newer.id, ANAS.id])
  await portal.db.deleteFrom('tickets').where('id', '=', newer.id).execute()
})

test('a resident finds only their own', async () => {
  expect(await find('manalo', '/tickets', ana)).toEqual([ANAS.id])
  expect(await find('reyes manalo', '/tickets', ana)).toEqual([ANAS.id])
  expect(await find('manalo', '/tickets', ben)).toEqual([])
  expect(await find('ana', '/tickets', ben)).toEqual([])
})

test('private fields are not found, whatever stands beside them', async () => {
  const visit = await file(ana, 'visitor', { visitorsName: 'Carlo Diaz', phoneNumber: '09998887766' })
  for (const word of ['09998887766', '0999-888-7766', '8887766', String(visit.address), String(visit.email)])
    for (const term of [word, `carlo ${word}`, `${word} reyes diaz`])
      expect([term, await find(term, '/visitors')]).toEqual([term, []])
  expect(await find('diaz carlo reyes', '/visitors')).toEqual([visit.id])
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
  expect(await find('- --')).toEqual(await find(''))
})

const findPayments = async (term: string) => {
  const { body } = await admin.get<{ data: Payment[] }>(`/payments?searchTerm=${encodeURIComponent(term)}`)
  return body.data.map((row) => row.referenceNumber)
}

test('payments are found by words, codes without dashes and running numbers', async () => {
  const payment = await deposit(portal, ana)
  await deposit(portal, ben)
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
