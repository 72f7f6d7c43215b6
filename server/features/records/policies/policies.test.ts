import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '#testing/callers.ts'
import { openTestPortal } from '#testing/portal.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type { HeaderWithPolicies, Policy } from '@tahanan/contract/records/answers.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const resident = await portal.as('client')
beforeEach(async () => {
  await portal.db.deleteFrom('policy_headers').execute()
})

type List = ListOf<HeaderWithPolicies>

const addHeader = async (header: string) =>
  (await admin.post<HeaderWithPolicies>('/policy-header', { header })).body.id
const addPolicy = async (policyHeaderId: number, title: string, subHeader = 'Rule') =>
  (await admin.post<Policy>('/policy', { policyHeaderId, subHeader, title, date: '2026-01-05' })).body.id
const getList = async (query = '', who: Caller = resident) => (await who.get<List>(`/policies${query}`)).body
const getOrder = async () =>
  (await getList()).data.map(({ header, sequenceNumber }) => `${sequenceNumber} ${header}`)
const reorder = (...ids: number[]) =>
  admin.put('/policy-header-sequence', {
    sequence: ids.map((id, index) => ({ id, sequenceNumber: index + 1 })),
  })

const move = (id = 0, sequenceNumber = 0) =>
  admin.put('/policy-header-sequence', { sequence: [{ id, sequenceNumber }] })

test('headers are listed in order with their policies, by both paths', async () => {
  const [pets, noise] = [await addHeader('Pets'), await addHeader('Noise')]
  const first = await addPolicy(noise, 'Quiet hours')
  const second = await addPolicy(noise, 'Drilling')
  const { data, total, from } = await getList()
  expect([total, from]).toEqual([2, 1])
  expect(data).toMatchObject([
    { id: pets, header: 'Pets', sequenceNumber: 1, files: [], policies: [] },
    {
      id: noise,
      sequenceNumber: 2,
      policies: [
        { id: first, policyHeaderId: noise, subHeader: 'Rule', title: 'Quiet hours', files: [] },
        { id: second, title: 'Drilling' },
      ],
    },
  ])
  expect((await resident.get<List>('/policies-header')).body).toEqual({ data, total, from })
})

test('a search finds headers with all their policies, and policies with their header', async () => {
  const [pets, noise] = [await addHeader('Pets'), await addHeader('Noise')]
  const dogs = await addPolicy(pets, 'On a leash', 'Dogs')
  const cats = await addPolicy(pets, 'Indoors', 'Cats')
  await addPolicy(noise, 'Barking ends at ten')
  const search = async (term: string) =>
    (await getList(`?searchTerm=${encodeURIComponent(term)}`)).data.map(({ id, policies }) => [
      id,
      policies.map((policy) => policy.id),
    ])
  expect(await search('PETS')).toEqual([[pets, [dogs, cats]]])
  expect(await search('dogs')).toEqual([[pets, [dogs]]])
  expect(await search('leash')).toEqual([[pets, [dogs]]])
  expect(await search('%')).toEqual([])
  expect((await getList('?searchTerm=leash')).total).toBe(1)
  await admin.delete(`/policy/${dogs}`)
  expect(await search('leash')).toEqual([])
})

test('a policy needs an existing header', async () => {
  const gone = await addHeader('Gone')
  await admin.delete(`/policy-header/${gone}`)
  for (const policyHeaderId of [undefined, null, gone, 0, -1, 1.5, 'x', 99_999_999, {}, 1e300]) {
    const answer = await admin.post('/policy', {
      policyHeaderId,
      subHeader: 'Dogs',
      title: 'Leash',
      date: '2026-01-05',
    })
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      { policyHeaderId: ['Please choose a header!'] },
    ])
  }
})

test('a change cannot move a policy to another header', async () => {
  const [pets, noise] = [await addHeader('Pets'), await addHeader('Noise')]
  const id = await addPolicy(pets, 'On a leash')
  const { body } = await admin.put<Policy>(`/policy/${id}`, { policyHeaderId: noise, title: 'Always' })
  expect(body).toMatchObject({ policyHeaderId: pets, title: 'Always' })
})

test('deleting a header deletes its policies', async () => {
  const [pets, noise] = [await addHeader('Pets'), await addHeader('Noise')]
  const gone = await addPolicy(pets, 'On a leash')
  const stays = await addPolicy(noise, 'Quiet hours')
  await admin.delete(`/policy-header/${pets}`)
  expect((await getList()).data).toMatchObject([{ id: noise, policies: [{ id: stays }] }])
  expect((await admin.put(`/policy/${gone}`, { title: 'Back again' })).status).toBe(404)
})

test('of a simultaneous new policy and deletion of its header, no policy stays without a header', async () => {
  for (let round = 0; round < 2; round++) {
    const header = await addHeader('Pets')
    await Promise.all([
      admin.post('/policy', {
        policyHeaderId: header,
        subHeader: 'Dogs',
        title: 'Leash',
        date: '2026-01-05',
      }),
      admin.delete(`/policy-header/${header}`),
    ])
    const left = await portal.db
      .selectFrom('policies')
      .select('id')
      .where('policy_header_id', '=', header)
      .where('status', '<>', 0)
      .execute()
    expect(left).toEqual([])
  }
})

test('headers are reordered as sent, and the answer has the new order', async () => {
  const [a, b, c] = [await addHeader('A'), await addHeader('B'), await addHeader('C')]
  const answer = await reorder(c, a, b)
  expect(answer.body).toEqual({
    data: [
      { id: c, sequenceNumber: 1 },
      { id: a, sequenceNumber: 2 },
      { id: b, sequenceNumber: 3 },
    ],
  })
  expect(await getOrder()).toEqual(['1 C', '2 A', '3 B'])
  // `sequenceNumber` decides the order, not the position in the array.
  const places = [a, b].map((id, index) => ({ id, sequenceNumber: 2 - index }))
  await admin.put('/policy-header-sequence', { sequence: places })
  expect(await getOrder()).toEqual(['1 B', '2 A', '3 C'])
})

test('moving one header shifts the others', async () => {
  const ids = [await addHeader('A'), await addHeader('B'), await addHeader('C'), await addHeader('D')]
  await move(ids[3], 2)
  expect(await getOrder()).toEqual(['1 A', '2 D', '3 B', '4 C'])
  await move(ids[0], 10_000)
  expect(await getOrder()).toEqual(['1 D', '2 B', '3 C', '4 A'])
})

test('a header added meanwhile stays at the end', async () => {
  const [a, b] = [await addHeader('A'), await addHeader('B')]
  await addHeader('New')
  await reorder(b, a)
  expect(await getOrder()).toEqual(['1 B', '2 A', '3 New'])
})

test('simultaneous reorders and additions end in one order from 1 without gaps', async () => {
  const ids: number[] = []
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) ids.push(await addHeader(name))
  const orders = Array.from({ length: 6 }, (_, turn) =>
    ids.map((_id, place) => ids[(place * (turn % 2 === 0 ? 1 : 5) + turn) % ids.length] ?? 0),
  )
  const answers = await Promise.all([
    ...orders.map((wanted) => reorder(...wanted)),
    ...['X', 'Y', 'Z'].map((header) => admin.post('/policy-header', { header })),
    ...ids.map((id) => admin.put(`/policy-header/${id}`, { header: `Renamed ${id}` })),
  ])
  expect(answers.every(({ status }) => status < 300)).toBe(true)
  const { data } = await getList()
  expect(data.map(({ sequenceNumber }) => sequenceNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  const old = data.map(({ id }) => id).filter((id) => ids.includes(id))
  expect(orders).toContainEqual(old)
})

test('an invalid order changes nothing', async () => {
  const [a, b] = [await addHeader('A'), await addHeader('B')]
  const gone = await addHeader('Gone')
  await admin.delete(`/policy-header/${gone}`)
  const put = async (sequence: unknown) => (await admin.put('/policy-header-sequence', { sequence })).status
  expect(await put([])).toBe(400)
  expect(await put('x')).toBe(400)
  expect(await put(undefined)).toBe(400)
  expect(await put([{ id: b }])).toBe(400)
  expect(await put([{ id: b, sequenceNumber: 0 }])).toBe(400)
  expect(await put([{ id: b, sequenceNumber: 1.5 }])).toBe(400)
  expect(await put([{ id: b, sequenceNumber: '1; drop table policies' }])).toBe(400)
  expect(await put([1, 2].map((sequenceNumber) => ({ id: b, sequenceNumber })))).toBe(400)
  expect(await put([a, b].map((id) => ({ id, sequenceNumber: 1 })))).toBe(400)
  expect(await put(Array.from({ length: 1001 }, (_, n) => ({ id: n + 1, sequenceNumber: n + 1 })))).toBe(400)
  expect(await put([b, gone].map((id, n) => ({ id, sequenceNumber: n + 1 })))).toBe(404)
  expect(await getOrder()).toEqual(['1 A', '2 B'])
})

test('a new order is sent to open lists', async () => {
  const [a, b] = [await addHeader('A'), await addHeader('B')]
  await portal.takeDeliveries()
  await reorder(b, a)
  expect(await portal.takeDeliveries()).toContainEqual({
    room: 'area.client',
    event: 'policies',
    data: { id: expect.any(Number) },
  })
})

test('reordering does not make open forms outdated', async () => {
  const [a, b] = [await addHeader('A'), await addHeader('B')]
  const seen = (await getList()).data.find(({ id }) => id === a)!
  await reorder(b, a)
  const saved = await admin.put(`/policy-header/${a}`, { header: 'A, new', updated_at: seen.updated_at })
  expect(saved.status).toBe(200)
})
