import { beforeEach, expect, test } from 'vitest'
import { insertTestFile } from '#features/tickets/testing.ts'
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
const listHeaders = async (query = '', caller: Caller = resident) =>
  (await caller.get<List>(`/policies${query}`)).body
const listHeaderOrder = async () =>
  (await listHeaders()).data.map(({ header, sequenceNumber }) => `${sequenceNumber} ${header}`)
const reorderHeaders = (...ids: number[]) =>
  admin.put('/policy-header-sequence', {
    sequence: ids.map((id, index) => ({ id, sequenceNumber: index + 1 })),
  })

const moveHeader = (id = 0, sequenceNumber = 0) =>
  admin.put('/policy-header-sequence', { sequence: [{ id, sequenceNumber }] })

test('headers are listed in order with their policies, by both paths', async () => {
  const [pets, noise] = [await addHeader('Pets'), await addHeader('Noise')]
  const firstPolicyId = await addPolicy(noise, 'Quiet hours')
  const secondPolicyId = await addPolicy(noise, 'Drilling')
  const { data, total, from } = await listHeaders()
  expect([total, from]).toEqual([2, 1])
  expect(data).toMatchObject([
    { id: pets, header: 'Pets', sequenceNumber: 1, files: [], policies: [] },
    {
      id: noise,
      sequenceNumber: 2,
      policies: [
        { id: firstPolicyId, policyHeaderId: noise, subHeader: 'Rule', title: 'Quiet hours', files: [] },
        { id: secondPolicyId, title: 'Drilling' },
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
  const searchPolicies = async (term: string) =>
    (await listHeaders(`?searchTerm=${encodeURIComponent(term)}`)).data.map(({ id, policies }) => [
      id,
      policies.map((policy) => policy.id),
    ])
  expect(await searchPolicies('PETS')).toEqual([[pets, [dogs, cats]]])
  expect(await searchPolicies('dogs')).toEqual([[pets, [dogs]]])
  expect(await searchPolicies('leash')).toEqual([[pets, [dogs]]])
  expect(await searchPolicies('%')).toEqual([])
  expect((await listHeaders('?searchTerm=leash')).total).toBe(1)
  await admin.delete(`/policy/${dogs}`)
  expect(await searchPolicies('leash')).toEqual([])
})

test('a policy needs an existing header', async () => {
  const deletedHeaderId = await addHeader('Gone')
  await admin.delete(`/policy-header/${deletedHeaderId}`)
  for (const policyHeaderId of [undefined, null, deletedHeaderId, 0, -1, 1.5, 'x', 99_999_999, {}, 1e300]) {
    const invalidPolicyResponse = await admin.post('/policy', {
      policyHeaderId,
      subHeader: 'Dogs',
      title: 'Leash',
      date: '2026-01-05',
    })
    expect([invalidPolicyResponse.status, invalidPolicyResponse.body.errors]).toEqual([
      400,
      { policyHeaderId: ['Please choose a header!'] },
    ])
  }
})

test('a policy may have more than 50 files', async () => {
  const policyHeaderId = await addHeader('Pets')
  const files = await Promise.all(Array.from({ length: 51 }, () => insertTestFile(portal.db, admin, 'pdf')))
  const body = { policyHeaderId, subHeader: 'Dogs', title: 'Leash', date: '2026-01-05', files }
  const policyResponse = await admin.post<Policy>('/policy', body)
  expect([policyResponse.status, policyResponse.body.files.length]).toEqual([201, 51])
})

test('a change cannot move a policy to another header', async () => {
  const [pets, noise] = [await addHeader('Pets'), await addHeader('Noise')]
  const id = await addPolicy(pets, 'On a leash')
  const { body } = await admin.put<Policy>(`/policy/${id}`, { policyHeaderId: noise, title: 'Always' })
  expect(body).toMatchObject({ policyHeaderId: pets, title: 'Always' })
})

test('deleting a header deletes its policies', async () => {
  const [pets, noise] = [await addHeader('Pets'), await addHeader('Noise')]
  const deletedPolicyId = await addPolicy(pets, 'On a leash')
  const remainingPolicyId = await addPolicy(noise, 'Quiet hours')
  await admin.delete(`/policy-header/${pets}`)
  expect((await listHeaders()).data).toMatchObject([{ id: noise, policies: [{ id: remainingPolicyId }] }])
  expect((await admin.put(`/policy/${deletedPolicyId}`, { title: 'Back again' })).status).toBe(404)
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
    const remainingPolicies = await portal.db
      .selectFrom('policies')
      .select('id')
      .where('policy_header_id', '=', header)
      .where('status', '<>', 0)
      .execute()
    expect(remainingPolicies).toEqual([])
  }
})

test('headers are reordered as sent, and the answer has the new order', async () => {
  const [a, b, c] = [await addHeader('A'), await addHeader('B'), await addHeader('C')]
  const reorderResponse = await reorderHeaders(c, a, b)
  expect(reorderResponse.body).toEqual({
    data: [
      { id: c, sequenceNumber: 1 },
      { id: a, sequenceNumber: 2 },
      { id: b, sequenceNumber: 3 },
    ],
  })
  expect(await listHeaderOrder()).toEqual(['1 C', '2 A', '3 B'])
  const newPositions = [a, b].map((id, index) => ({ id, sequenceNumber: 2 - index }))
  await admin.put('/policy-header-sequence', { sequence: newPositions })
  expect(await listHeaderOrder()).toEqual(['1 B', '2 A', '3 C'])
})

test('moving one header shifts the others', async () => {
  const ids = [await addHeader('A'), await addHeader('B'), await addHeader('C'), await addHeader('D')]
  await moveHeader(ids[3], 2)
  expect(await listHeaderOrder()).toEqual(['1 A', '2 D', '3 B', '4 C'])
  await moveHeader(ids[0], 10_000)
  expect(await listHeaderOrder()).toEqual(['1 D', '2 B', '3 C', '4 A'])
})

test('a header added meanwhile stays at the end', async () => {
  const [a, b] = [await addHeader('A'), await addHeader('B')]
  await addHeader('New')
  await reorderHeaders(b, a)
  expect(await listHeaderOrder()).toEqual(['1 B', '2 A', '3 New'])
})

test('simultaneous reorders and additions end in one order from 1 without gaps', async () => {
  const ids: number[] = []
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) ids.push(await addHeader(name))
  const orders = Array.from({ length: 6 }, (_, orderIndex) =>
    ids.map((_id, index) => ids[(index * (orderIndex % 2 === 0 ? 1 : 5) + orderIndex) % ids.length] ?? 0),
  )
  const parallelResponses = await Promise.all([
    ...orders.map((order) => reorderHeaders(...order)),
    ...['X', 'Y', 'Z'].map((header) => admin.post('/policy-header', { header })),
    ...ids.map((id) => admin.put(`/policy-header/${id}`, { header: `Renamed ${id}` })),
  ])
  expect(parallelResponses.every(({ status }) => status < 300)).toBe(true)
  const { data } = await listHeaders()
  expect(data.map(({ sequenceNumber }) => sequenceNumber)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  const savedOrder = data.map(({ id }) => id).filter((id) => ids.includes(id))
  expect(orders).toContainEqual(savedOrder)
})

test('an invalid order changes nothing', async () => {
  const [a, b] = [await addHeader('A'), await addHeader('B')]
  const deletedHeaderId = await addHeader('Gone')
  await admin.delete(`/policy-header/${deletedHeaderId}`)
  const putSequence = async (sequence: unknown) =>
    (await admin.put('/policy-header-sequence', { sequence })).status
  expect(await putSequence([])).toBe(400)
  expect(await putSequence('x')).toBe(400)
  expect(await putSequence(undefined)).toBe(400)
  expect(await putSequence([{ id: b }])).toBe(400)
  expect(await putSequence([{ id: b, sequenceNumber: 0 }])).toBe(400)
  expect(await putSequence([{ id: b, sequenceNumber: 1.5 }])).toBe(400)
  expect(await putSequence([{ id: b, sequenceNumber: '1; drop table policies' }])).toBe(400)
  expect(await putSequence([1, 2].map((sequenceNumber) => ({ id: b, sequenceNumber })))).toBe(400)
  expect(await putSequence([a, b].map((id) => ({ id, sequenceNumber: 1 })))).toBe(400)
  expect(
    await putSequence(Array.from({ length: 1001 }, (_, n) => ({ id: n + 1, sequenceNumber: n + 1 }))),
  ).toBe(400)
  expect(await putSequence([b, deletedHeaderId].map((id, n) => ({ id, sequenceNumber: n + 1 })))).toBe(404)
  expect(await listHeaderOrder()).toEqual(['1 A', '2 B'])
})

test('a new order is sent to open lists', async () => {
  const [a, b] = [await addHeader('A'), await addHeader('B')]
  await portal.drainEvents()
  await reorderHeaders(b, a)
  expect(await portal.drainEvents()).toContainEqual({
    room: 'area.client',
    event: 'policies',
    data: { id: expect.any(Number) },
  })
})

test('reordering does not make open forms outdated', async () => {
  const [a, b] = [await addHeader('A'), await addHeader('B')]
  const headerBefore = (await listHeaders()).data.find(({ id }) => id === a)!
  await reorderHeaders(b, a)
  const updateReply = await admin.put(`/policy-header/${a}`, {
    header: 'A, new',
    updated_at: headerBefore.updated_at,
  })
  expect(updateReply.status).toBe(200)
})
