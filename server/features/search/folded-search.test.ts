import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createApprovedPass } from '#features/gate/testing.ts'
import { payByDeposit } from '#features/posting/testing.ts'
import { publishPost } from '#features/posts/testing.ts'
import { createTestTicket } from '#features/tickets/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { SearchResult } from '@tahanan/contract/search/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const { db } = portal
const admin = await portal.as('admin', { name: 'Begoña Ibáñez' })
const superAdmin = await portal.as('super-admin')
const pickerUser = await portal.as('admin', { roles: { visitors: ['edit'] } })
const jose = await portal.as('client', {
  uoccname: 'Peña, José Ángel',
  clientCode: 'A-101',
  unitNumber: 'A–101',
})
const darcy = await portal.as('client', { uoccname: 'D’Arcy, Søren', clientCode: 'PH 7', unitNumber: 'PH 7' })
const nunez = await portal.as('client', {
  uoccname: 'Nu\u0301n\u0303ez\u00a0Ma. ﬁdela',
  clientCode: 'B-7',
  unitNumber: 'Unit 7',
})
const otherResidents = [
  await portal.as('client', { uoccname: 'Oabel, Ana', clientCode: 'C-1', unitNumber: 'C-1' }),
  await portal.as('client', { uoccname: 'Nzuzi, Ana', clientCode: 'C-2', unitNumber: 'C-2' }),
  await portal.as('client', { uoccname: 'Ñandú, Ana', clientCode: 'C-3', unitNumber: 'C-3' }),
  await portal.as('client', { uoccname: 'Álvarez, Ana', clientCode: 'C-4', unitNumber: 'C-4' }),
  await portal.as('client', { uoccname: 'Alvarado, Ana', clientCode: 'C-5', unitNumber: 'C-5' }),
]
const [oabel, nzuzi, nandu, alvarez, alvarado] = otherResidents

interface Row {
  id: number
  clientId?: number
  tenantId?: number
  reader?: { id: number }
}
const searchList = async <One = Row>(
  path: string,
  term: string,
  key = 'searchTerm',
  caller: LoggedInCaller = admin,
) => {
  const searchUrl = `${path}${path.includes('?') ? '&' : '?'}${key}=${encodeURIComponent(term)}`
  const { body, status } = await caller.get<{ data: One[] }>(searchUrl)
  expect([searchUrl, status]).toEqual([searchUrl, 200])
  return body.data
}
const findIds = async (...searchArguments: Parameters<typeof searchList<Row>>) =>
  (await searchList(...searchArguments)).map(({ id }) => id)
const findPickableTenants = (term: string) => findIds('/tenants', term, 'searchTerm', pickerUser)
const searchEverywhere = (term: string) => searchList<SearchResult>('/search', term)

let pass: { id: number; ticketId: number }
let ticket: { id: number }
let payment: { id: number }

beforeAll(async () => {
  const setPhones = (tenant: LoggedInCaller, phones: object) =>
    db.updateTable('tenants').set(phones).where('id', '=', tenant.id).execute()
  await setPhones(jose, { phone_number: '09175550101', uocctel1: '(02) 8123-4567' })
  await setPhones(darcy, { uocctel1: '+63 918 555 0102 / 8555 0102', uocctel2: '+1 (415) 555-2671' })
  await setPhones(nunez, { uocctel2: '0063-32-234.5678' })
  ticket = await createTestTicket(jose, 'gatePass', { bearerName: 'Begoña Ibáñez, van ABC–1234' })
  pass = await createApprovedPass(portal, { resident: jose, visitorsName: 'Zoë O’Brien' })
  payment = await payByDeposit(portal, jose)
  await db
    .updateTable('payments')
    .set({ bank_reference: 'BDO–99 Peñafrancia' })
    .where('id', '=', payment.id)
    .execute()
})

test.each([
  ['pena', jose],
  ['PEÑA', jose],
  ['pen\u0303a', jose],
  ['jose angel pena', jose],
  ['José, Peña', jose],
  ["d'arcy", darcy],
  ['d’arcy', darcy],
  ['darcy', darcy],
  ['soren', darcy],
  ['núñez', nunez],
  ['nunez fidela', nunez],
  ['A–101', jose],
  ['a\u2011101', jose],
  ['a101', jose],
  ['Unit A-101', jose],
  ['unit no. a101', jose],
  ['UNIT # A–101', jose],
  ['unit a 101', jose],
  ['unit ph7', darcy],
  ['unit 7 nunez', nunez],
])('%s finds its tenant in every list of tenants', async (term, tenant) => {
  for (const path of ['/tenants', '/logged-in-monitor', '/billings'])
    expect([path, await findIds(path, term)]).toEqual([path, [tenant.id]])
  expect(await findPickableTenants(term)).toEqual([tenant.id])
  expect(await findIds('/gate-units', term, 'search')).toEqual([tenant.id])
  expect((await searchEverywhere(term)).filter(({ kind }) => kind === 'tenant').map(({ id }) => id)).toEqual([
    tenant.id,
  ])
})

test.each(['pena', 'jose pena', 'A–101', 'unit a101', 'Jose\u0301'])(
  '%s finds the tickets and payments of its tenant',
  async (term) => {
    expect(await findIds('/tickets', term)).toEqual([ticket.id])
    expect(await findIds('/services', term)).toEqual([pass.ticketId, ticket.id])
    expect(await findIds('/payments', term)).toEqual([payment.id])
  },
)

test.each(['begona', 'IBÁÑEZ begoña', 'abc1234', 'ABC-1234', 'abc–1234 ibanez'])(
  '%s finds the text of a ticket',
  async (term) => {
    expect(await findIds('/tickets', term)).toEqual([ticket.id])
    expect((await searchEverywhere(term)).map(({ id }) => id)).toEqual([ticket.id])
  },
)

test.each(['zoe', "o'brien", 'obrien Zoë', 'O’BRIEN'])('%s finds a visitor at the gate', async (term) => {
  expect(await findIds('/gate-passes?list=expected', term, 'search')).toEqual([pass.id])
  expect(await findIds('/visitors', term)).toEqual([pass.ticketId])
})

test.each(['bdo99', 'BDO-99', 'penafrancia'])('%s finds the reference of a payment', async (term) => {
  expect(await findIds('/payments', term)).toEqual([payment.id])
})

test.each([
  ['0917 555 0101', jose],
  ['+63 917 555 0101', jose],
  ['+63 (0)917-555-0101', jose],
  ['639175550101', jose],
  ['9175550101', jose],
  ['0917.555.0101', jose],
  ['0917–555–0101', jose],
  ['pena 0917 555 0101', jose],
  ['8123 4567', jose],
  ['02 8123 4567', jose],
  ['+63 2 8123 4567', jose],
  ['(02)81234567', jose],
  ['0918 555 0102', darcy],
  ['8555-0102', darcy],
  ['415 555 2671', darcy],
  ['+14155552671', darcy],
  ['032 234 5678', nunez],
  ['+63 32 2345678', nunez],
])('the phone number %s finds its tenant, however it was written', async (term, tenant) => {
  expect(await findIds('/tenants', term)).toEqual([tenant.id])
  const foundRows = await searchEverywhere(term)
  expect([foundRows[0]?.kind, foundRows[0]?.id]).toEqual(['tenant', tenant.id])
  expect(await findPickableTenants(term)).toEqual([])
})

test('a phone number finds nobody else', async () => {
  for (const term of ['0917 555 0109', '101 555 0101', 'darcy 0917 555 0101'])
    expect([term, await findIds('/tenants', term)]).toEqual([term, []])
})

test('the search over everything shows a tenant of exactly this name first, however many have its words', async () => {
  const partialMatches = await Promise.all(
    Array.from({ length: 9 }, (_, n) =>
      portal.as('client', { uoccname: `Lía Cruzado ${n}`, clientCode: `AA-${n}` }),
    ),
  )
  const exactMatch = await portal.as('client', { uoccname: 'Cruz, Lía', clientCode: 'ZZ-9' })
  await createTestTicket(exactMatch, 'gatePass', { bearerName: 'Lia Cruz' })
  await publishPost(admin, { title: 'Lia Cruz sings' })
  for (const term of ['lia cruz', 'Cruz Lía', 'CRUZ, LIA']) {
    const [first, second] = await searchEverywhere(term)
    expect([term, first?.kind, first?.id, second?.kind]).toEqual([term, 'tenant', exactMatch.id, 'tenant'])
  }
  expect((await searchEverywhere('cruzado lia 3'))[0]?.id).toBe(partialMatches[3]?.id)
  expect((await searchEverywhere('lia cruz sings'))[0]?.kind).toBe('post')
})

test.each(['begona', 'IBÁÑEZ'])(
  '%s finds an administrator in the audit log and the deliveries',
  async (term) => {
    await admin.post('/memorandum', { title: 'Año nuevo', description: 'Fiesta', date: '2026-01-05' })
    expect(await findIds('/audit-log', term, 'searchTerm', superAdmin)).not.toEqual([])
    const notification = await db
      .insertInto('notifications')
      .values({ area: 'admin', page: 'gatepass', kind: 'message', title: 'A message', message: '' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('deliveries')
      .values({
        notification_id: notification.id,
        area: 'admin',
        reader_id: admin.id,
        channel: 'mail',
        state: 'sent',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await findIds('/deliveries', term)).toContain(id)
    expect(await findIds('/memorandums', 'ano NUEVO')).not.toEqual([])
  },
)

test('lists sort Á beside A and Ñ after N', async () => {
  const expectedIds = [alvarado, alvarez, nunez, nzuzi, nandu, oabel].map((tenant) => tenant?.id)
  for (const tenant of [...otherResidents, nunez]) {
    await createTestTicket(tenant, 'gatePass')
    await payByDeposit(portal, tenant)
  }
  const ownIds = new Set(expectedIds)
  for (const [path, key, getTenantId] of [
    ['/tenants', 'uoccname', ({ id }: Row) => id],
    ['/billings', 'clientName', ({ id }: Row) => id],
    ['/tickets', 'clientName', ({ tenantId }: Row) => tenantId],
    ['/payments', 'clientName', ({ tenantId }: Row) => tenantId],
  ] as const) {
    const listSortedIds = async (sort: string) =>
      (await admin.get<{ data: Row[] }>(`${path}?limit=100&sort=${sort}`)).body.data
        .map(getTenantId)
        .filter((id) => ownIds.has(id))
    expect([path, await listSortedIds(key)]).toEqual([path, expectedIds])
    expect([path, await listSortedIds(`-${key}`)]).toEqual([path, expectedIds.toReversed()])
  }
})

test('a filter by unit finds it with and without a Word dash', async () => {
  for (const unit of ['A-10', 'a–10']) expect(await findIds('/tickets', unit, 'unit')).toEqual([ticket.id])
})

test('a search text that is written unfolded is folded', async () => {
  await sql`update tickets set search_text = 'gp' || E'\\n\\n' || 'Muñoz' where id = ${ticket.id}`.execute(db)
  expect(await findIds('/tickets', 'munoz')).toEqual([ticket.id])
})
