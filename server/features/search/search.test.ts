import { expect, test } from 'vitest'
import { payByDeposit } from '#features/posting/testing.ts'
import { createDocument, getTimeAhead, publishPost } from '#features/posts/testing.ts'
import { createTestTenant } from '#testing/accounts.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import type { IssuedNumber } from '@tahanan/contract/billing/series-answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { SearchResult } from '@tahanan/contract/search/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'

const portal = await openTestPortal()
const admin = await portal.as('admin')
const resident = await portal.as('client', {
  uoccname: 'Quizon, Patricia',
  clientCode: 'A-101',
  unitNumber: '101 Acacia',
})
const otherResident = await portal.as('client', {
  uoccname: 'Laurel, Renato',
  clientCode: 'B-202',
  unitNumber: '202 Narra',
})

const searchAs = async (caller: LoggedInCaller, term: string) =>
  (await caller.get<{ data: SearchResult[] }>(`/search?searchTerm=${encodeURIComponent(term)}`)).body.data
const describeFoundRows = (foundRows: SearchResult[]) =>
  foundRows.map(({ kind, title }) => `${kind}: ${title}`)

const addTicket = async (tenantId: number, module: string, heading: string, number: string) =>
  portal.db
    .insertInto('tickets')
    .values({
      module,
      tenant_id: tenantId,
      ticket_number: number,
      details: JSON.stringify({ [getModule(module).card.heading]: heading }),
      search_text: `${number}\n${heading}`.toLowerCase(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

test('residents find published content and their own tickets, never a neighbour’s', async () => {
  const post = await publishPost(admin, {
    title: 'Zebra crossing painted',
    content: createDocument('Mind the zebra.'),
  })
  await admin.post('/memorandum', { title: 'Zebra rules', description: 'For all', date: '2026-01-05' })
  const policyHeader = (await admin.post<{ id: number }>('/policy-header', { header: 'Zebras' })).body
  await admin.post('/policy', {
    policyHeaderId: policyHeader.id,
    subHeader: 'Pets',
    title: 'Leashes',
    date: '2026-01-05',
  })
  const ownTicket = await addTicket(resident.id, 'gatePass', 'Zebra statue', 'GP-2026-900001')
  const neighbourTicket = await addTicket(otherResident.id, 'jobOrder', 'Zebra wallpaper', 'JO-2026-900001')

  expect(describeFoundRows(await searchAs(resident, 'zEbRa'))).toEqual([
    'post: Zebra crossing painted',
    'memorandum: Zebra rules',
    'policy: Leashes',
    'ticket: GP-2026-900001 · Zebra statue',
  ])
  expect(await searchAs(resident, 'jo-2026-900001')).toEqual([])
  const [result] = await searchAs(resident, 'crossing')
  expect(result).toEqual({
    kind: 'post',
    id: post.id,
    title: 'Zebra crossing painted',
    text: expect.stringContaining('Maynilad') as string,
    date: post.shownFrom,
    link: `/mail?postId=${post.id}`,
  })
  expect((await searchAs(resident, 'statue'))[0]).toMatchObject({
    id: ownTicket.id,
    link: `/tickets?modal=true&serviceId=${ownTicket.id}`,
  })

  const officeResults = await searchAs(admin, 'zebra')
  expect(describeFoundRows(officeResults)).toContain('ticket: JO-2026-900001 · Zebra wallpaper')
  expect(officeResults.find(({ id, kind }) => kind === 'ticket' && id === neighbourTicket.id)).toMatchObject({
    text: 'Laurel, Renato (B-202) · Job order · FOR APPROVAL',
    link: `/admin/service-requests?modal=true&serviceId=${neighbourTicket.id}`,
  })
})

test('residents do not find scheduled, ended or deleted posts', async () => {
  await publishPost(admin, { title: 'Yacht later', startDate: getTimeAhead(3600) })
  await publishPost(admin, { title: 'Yacht over', endDate: getTimeAhead(-60) })
  const deletedPost = await publishPost(admin, { title: 'Yacht gone' })
  await admin.delete(`/post/${deletedPost.id}`)
  const memo = (
    await admin.post<{ id: number }>('/memorandum', {
      title: 'Yacht memo',
      description: 'x',
      date: '2026-01-05',
    })
  ).body
  await admin.delete(`/memorandum/${memo.id}`)
  const policyHeader = (await admin.post<{ id: number }>('/policy-header', { header: 'Yachts' })).body
  await admin.post('/policy', {
    policyHeaderId: policyHeader.id,
    subHeader: 'Piers',
    title: 'Mooring',
    date: '2026-01-05',
  })
  await admin.delete(`/policy-header/${policyHeader.id}`)
  const ticket = await addTicket(resident.id, 'gatePass', 'Yacht', 'GP-2026-900002')
  await portal.db.updateTable('tickets').set({ status: 0 }).where('id', '=', ticket.id).execute()
  expect(await searchAs(resident, 'yacht')).toEqual([])
  expect(describeFoundRows(await searchAs(admin, 'yacht'))).toEqual(['post: Yacht later', 'post: Yacht over'])
})

test('administrators find only what their permissions let them view', async () => {
  await publishPost(admin, { title: 'Walrus day' })
  await admin.post('/memorandum', { title: 'Walrus memo', description: 'x', date: '2026-01-05' })
  await createTestTenant(portal.db, { uoccname: 'Walrus, Wally', clientCode: 'W-1' })
  await addTicket(resident.id, 'gatePass', 'Walrus tusk', 'GP-2026-900003')
  await addTicket(resident.id, 'visitor', 'Walrus keeper', 'VP-2026-900003')
  const searchWithRoles = async (roles: Record<string, string[]>) =>
    (await searchAs(await portal.as('admin', { roles }), 'walrus')).map(
      ({ kind, title }) => `${kind} ${title.split(' ·')[0]}`,
    )
  expect(await searchWithRoles({})).toEqual([])
  expect(await searchWithRoles({ gatepass: ['view'] })).toEqual(['ticket GP-2026-900003'])
  expect(await searchWithRoles({ visitors: ['edit'], tenants: ['add'], announcements: ['thread'] })).toEqual(
    [],
  )
  expect(await searchWithRoles({ tenants: ['view'], memorandums: ['view'] })).toEqual([
    'memorandum Walrus memo',
    'tenant Walrus, Wally',
  ])
  const byTenant = await searchAs(await portal.as('admin', { roles: { visitors: ['view'] } }), 'quizon')
  expect(byTenant.map(({ title }) => title.slice(0, 2))).toEqual(['VP'])
  expect(await searchWithRoles({ announcements: ['view'], visitors: ['view'] })).toEqual([
    'post Walrus day',
    'ticket VP-2026-900003',
  ])
})

test('the office finds tenants, and tickets by number, name and unit', async () => {
  const { id } = await addTicket(otherResident.id, 'workPermit', 'Tiling', 'WP-2026-900004')
  const foundByNumber = await searchAs(admin, 'wp-2026-900004')
  expect(foundByNumber.map(({ kind, id: resultId }) => [kind, resultId])).toEqual([['ticket', id]])
  expect((await searchAs(admin, '900004')).map(({ id: resultId }) => resultId)).toEqual([id])
  const byUnit = await searchAs(admin, '202 narra')
  expect(byUnit.filter(({ kind }) => kind === 'ticket').map(({ id: resultId }) => resultId)).toContain(id)
  expect(byUnit.find(({ kind }) => kind === 'tenant')).toEqual({
    kind: 'tenant',
    id: otherResident.id,
    title: 'Laurel, Renato',
    text: expect.stringMatching(/^B-202 · 202 Narra · tenant-\d+@example\.test$/) as string,
    date: null,
    link: `/admin/tenants?id=${otherResident.id}`,
  })
  expect((await searchAs(admin, 'laurel')).some(({ kind }) => kind === 'tenant')).toBe(true)
})

test.each(['100% sure', 'under_score', String.raw`back\slash`, 'Ñandú', "quote'd", '½ off'])(
  'a search takes %s literally',
  async (text) => {
    await publishPost(admin, { title: `Sale ${text} now` })
    await addTicket(resident.id, 'gatePass', `Box ${text} here`, `GP-${text}`)
    for (const searcher of [resident, admin])
      expect((await searchAs(searcher, text.toUpperCase())).map(({ kind }) => kind)).toEqual([
        'post',
        'ticket',
      ])
  },
)

test('at most eight of each kind are returned, the newest first', async () => {
  const posts = []
  for (let n = 0; n < 10; n++) posts.push(await publishPost(admin, { title: `Vulture ${n}` }))
  for (let n = 0; n < 10; n++) await addTicket(resident.id, 'gatePass', `Vulture ${n}`, `GP-2026-95000${n}`)
  for (const searcher of [resident, admin]) {
    const foundRows = await searchAs(searcher, 'vulture')
    expect(foundRows.filter(({ kind }) => kind === 'post').map(({ id }) => id)).toEqual(
      posts
        .map(({ id }) => id)
        .toReversed()
        .slice(0, 8),
    )
    const lastDigits = foundRows.filter(({ kind }) => kind === 'ticket').map(({ title }) => title.at(-1))
    expect(lastDigits).toEqual(['9', '8', '7', '6', '5', '4', '3', '2'])
  }
})

/** Adds so many tickets that a search finds older ones only by the index or by their tenant. */
const addManyTickets = (numberPrefix: string) =>
  portal.db
    .insertInto('tickets')
    .values(
      Array.from({ length: 5000 }, (_, n) => ({
        module: 'gatePass',
        tenant_id: otherResident.id,
        ticket_number: `${numberPrefix}-${n}`,
        search_text: `${numberPrefix}-${n}`.toLowerCase(),
      })),
    )
    .execute()

test('rare tickets older than many others are found by the index', async () => {
  const { id } = await addTicket(resident.id, 'gatePass', 'Unobtainium', 'GP-2026-960001')
  await addManyTickets('GP-2027')
  expect((await searchAs(admin, 'obtaini')).map(({ id: resultId }) => resultId)).toEqual([id])
  expect((await searchAs(admin, 'GP-2026-960001')).map(({ id: resultId }) => resultId)).toEqual([id])
})

const addTenant = (clientCode: string, uoccname: string, overrides = {}) =>
  createTestTenant(portal.db, { clientCode, uoccname, unitNumber: clientCode, ...overrides })
const findTicketIds = async (term: string) =>
  (await searchAs(admin, term)).filter(({ kind }) => kind === 'ticket').map(({ id }) => id)

test('older tickets are found by a common name, and by that of a deleted tenant', async () => {
  for (let n = 0; n < 25; n++) await addTenant(`SAN-A${n}`, `Santos, X ${n}`)
  const maria = await addTenant('SAN-M', 'Santos, Maria')
  for (let n = 0; n < 25; n++) await addTenant(`SAN-B${n}`, `Santos, Y ${n}`)
  const { id } = await addTicket(maria.id, 'gatePass', 'Piano', 'GP-2026-960002')
  const formerTenant = await addTenant('OLD-1', 'Formoso, Fidel', { status: 0 })
  const formerTicket = await addTicket(formerTenant.id, 'gatePass', 'Sofa', 'GP-2026-960003')
  await addManyTickets('GP-2028')
  for (const term of ['maria santos', 'santos maria', 'santos piano maria'])
    expect([term, await findTicketIds(term)]).toEqual([term, [id]])
  expect(await findTicketIds('formoso')).toEqual([formerTicket.id])
})

test('an exact client code comes before everything, then the words count in any order', async () => {
  await publishPost(admin, { title: 'B-202 has new doors' })
  for (const term of ['B-202', 'b202', 'B 202']) {
    const [first] = await searchAs(admin, term)
    expect([term, first?.kind, first?.id]).toEqual([term, 'tenant', otherResident.id])
  }
  const { id } = await addTicket(otherResident.id, 'workPermit', 'Xylophone room', 'WP-2026-900077')
  for (const term of ['laurel xylophone', 'room narra xylophone', 'WP900077', 'wp 900077'])
    expect([term, (await searchAs(admin, term)).map(({ id: resultId }) => resultId)]).toEqual([term, [id]])
  expect((await searchAs(admin, 'Renato laurel'))[0]).toMatchObject({ kind: 'tenant', id: otherResident.id })
  expect((await searchAs(admin, 'Renato'))[0]).toMatchObject({ kind: 'ticket' })
  expect(await searchAs(resident, 'laurel xylophone')).toEqual([])
})

test('payments and receipts are found by who may view them', async () => {
  const paidPayment = await payByDeposit(portal, otherResident)
  for (const status of [3, 4]) await admin.put(`/payment/${paidPayment.id}`, { status })
  const { receiptNumber } = (await admin.get<Payment>(`/payment/${paidPayment.id}`)).body
  const number = receiptNumber ?? ''
  const cashier = await portal.as('admin', { roles: { payments: ['view'] } })
  const payment = {
    kind: 'payment',
    id: paidPayment.id,
    link: `/admin/payments?modal=true&id=${paidPayment.id}`,
  }
  expect(await searchAs(cashier, paidPayment.referenceNumber.replaceAll('-', ''))).toEqual([
    expect.objectContaining(payment),
  ])
  for (const term of [number, number.replaceAll('-', ''), `laurel ${number}`]) {
    const foundRows = await searchAs(cashier, term)
    expect([term, foundRows.map(({ kind }) => kind)]).toEqual([term, ['payment', 'receipt']])
    expect(foundRows[0]).toMatchObject(payment)
    expect(foundRows[1]).toMatchObject({
      title: number,
      link: expect.stringMatching(/^\/admin\/receipts\?series=\d+/) as string,
    })
  }
  expect(await searchAs(cashier, `quizon ${number}`)).toEqual([])
  for (const roles of [{ payments: ['verify'] }, { billings: ['view'] }])
    expect(await searchAs(await portal.as('admin', { roles }), number)).toEqual([])
  for (const searcher of [resident, otherResident]) expect(await searchAs(searcher, number)).toEqual([])
})

const formatOldNumber = (n: number) => `OLD-${String(n).padStart(6, '0')}`
test('the link of a found receipt opens the page of the list that contains it', async () => {
  const last = LIMITS.pageSize + 1
  const { id } = await portal.db
    .insertInto('number_series')
    .values({ kind: 'receipt', prefix: 'OLD-', first: 1, next: last + 1, closed_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await portal.db
    .insertInto('issued_numbers')
    .values(
      Array.from({ length: last }, (_, index) => ({
        series_id: id,
        n: index + 1,
        number: formatOldNumber(index + 1),
      })),
    )
    .execute()
  for (const number of [1, last].map(formatOldNumber)) {
    const [receipt] = await searchAs(admin, number)
    const registerPath = receipt?.link.replace('/admin/receipts?series=', '/receipt-register?seriesId=') ?? ''
    const { body } = await admin.get<ListOf<IssuedNumber>>(registerPath)
    expect(body.data).toContainEqual(expect.objectContaining({ number }))
  }
})

test('an empty search finds nothing, a too long one is refused', async () => {
  expect(await searchAs(resident, '   ')).toEqual([])
  expect((await resident.get('/search')).body).toEqual({ data: [] })
  expect((await resident.get(`/search?searchTerm=${'a'.repeat(201)}`)).status).toBe(400)
  expect((await resident.get('/search?searchTerm=%00')).status).toBe(400)
})

const createKestrelTenant = (clientCode: string, overrides = {}) =>
  addTenant(clientCode, 'Kestrel', overrides)

test('the office finds active tenants alone: codes that begin with the term first, at most eight', async () => {
  await createKestrelTenant('Z-KES-9')
  for (let n = 9; n >= 1; n--) await createKestrelTenant(`KES-${n}`)
  const deletedTenant = await createKestrelTenant('KES-0', { status: 0 })
  await addTicket(deletedTenant.id, 'gatePass', 'Feathers', 'GP-2026-970001')
  const tenantResults = (await searchAs(admin, 'kes')).filter(({ kind }) => kind === 'tenant')
  expect(tenantResults.map(({ text }) => text.split(' · ')[0])).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `KES-${n}`),
  )
  expect(tenantResults[0]?.text).toMatch(/^KES-1 · tenant-\d+@example\.test$/)
  expect((await searchAs(admin, 'z-kes')).map(({ kind }) => kind)).toEqual(['tenant'])
})

test('policies are found in the order of the house rules, also by their header, deleted ones not', async () => {
  const addHeader = async (name: string) =>
    (await admin.post<{ id: number }>('/policy-header', { header: name })).body.id
  const [first, second] = [await addHeader('Ostrich pens'), await addHeader('Birds')]
  const addPolicy = async (policyHeaderId: number, title: string) =>
    (
      await admin.post<{ id: number }>('/policy', {
        policyHeaderId,
        subHeader: 'All',
        title,
        date: '2026-01-05',
      })
    ).body.id
  const [walksPolicyId, feedingPolicyId] = [
    await addPolicy(second, 'Ostrich walks'),
    await addPolicy(first, 'Feeding'),
  ]
  await admin.delete(`/policy/${await addPolicy(first, 'Ostrich races')}`)
  const foundRows = await searchAs(resident, 'ostrich')
  expect(foundRows.map(({ id, title, text, link }) => [id, title, text, link])).toEqual([
    [feedingPolicyId, 'Feeding', 'Ostrich pens › All', `/policies?id=${feedingPolicyId}`],
    [walksPolicyId, 'Ostrich walks', 'Birds › All', `/policies?id=${walksPolicyId}`],
  ])
})

test('a long row of digits is no number of a receipt, and the words of a payment say its state', async () => {
  expect(await searchAs(admin, '99999999999999')).toEqual([])
  const paidPayment = await payByDeposit(portal, resident, { amountPaid: 1234.5 })
  expect(await searchAs(admin, paidPayment.referenceNumber)).toMatchObject([
    {
      title: `${paidPayment.referenceNumber} · ₱1,234.50`,
      text: 'Quizon, Patricia (A-101) · Direct Deposit · FOR VERIFICATION',
    },
  ])
})
