import Fastify from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { streamRows } from './stream-rows.ts'

const ROW_COUNT = LIMITS.allRows + 1234

const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const admin = await portal.as('admin')
const { id } = await portal.as('client', { uoccname: 'Cruz, Carla' })
await sql`insert into tickets (module, ticket_number, tenant_id, status, search_text)
  select 'commendation', 'CT-2026-' || lpad(n::text, 6, '0'), ${id}, case when n % 1000 = 0 then 2 else 1 end,
    'ct-2026-' || lpad(n::text, 6, '0') || case when n % 100 = 0 then E'\npool' else '' end
  from generate_series(1, ${ROW_COUNT}::int) n`.execute(portal.db)
await sql`insert into payments (reference_number, tenant_id, type, status, soa_amount, amount_paid, transaction_date)
  select 'PY-2026-' || lpad(n::text, 6, '0'), ${id}, 1, 2, 1, 1, now()
  from generate_series(1, ${ROW_COUNT}::int) n`.execute(portal.db)
await sql`insert into tenants (client_code, uoccname)
  select 'T-' || n, 'Zobel' from generate_series(1, ${ROW_COUNT}::int) n`.execute(portal.db)

const getIds = async (path: string) => {
  const { status, body } = await admin.get<{ data: { id: number; status?: number }[] }>(path)
  expect([path, status]).toEqual([path, 200])
  return body.data.map(({ id }) => id)
}
const sortDescending = (ids: number[]) => ids.toSorted((a, b) => b - a)

test('all matching rows are answered once, the newest first', async () => {
  for (const [path, count] of [
    ['/commendationIds?all=1', ROW_COUNT],
    ['/commendationIds?all=1&status=2', 11],
    ['/commendationIds?all=1&searchTerm=pool', 112],
    ['/commendationIds?all=1&searchTerm=cruz', ROW_COUNT],
    ['/commendationIds?all=1&searchTerm=nothing', 0],
    ['/paymentIds?all=1&status=2', ROW_COUNT],
    ['/paymentIds?all=1&status=5', 0],
    ['/tenantIds?all=1&searchTerm=zobel', ROW_COUNT],
  ] as const) {
    const ids = await getIds(path)
    expect([path, ids.length, new Set(ids).size]).toEqual([path, count, count])
    expect(ids).toEqual(sortDescending(ids))
  }
})

test('a streamed row equals the row of the same call with ids', async () => {
  const [newestId = 0] = await getIds('/commendationIds?all=1')
  const allRowsResponse = await admin.get<{ data: object[] }>('/commendationIds?all=1&status=2')
  const { body } = await admin.get<{ data: object[] }>(`/commendationIds?selectedIds=${newestId}`)
  expect(Object.keys(allRowsResponse.body.data[0] ?? {})).toEqual(Object.keys(body.data[0] ?? {}))
})

async function* yieldThenFail(batchCount: number) {
  for (let batchIndex = 0; batchIndex < batchCount; batchIndex++) {
    yield [{ id: batchIndex }]
    await Promise.resolve()
  }
  throw new Error('broken off')
}

test('a late failure aborts the answer; an early one answers an error', async () => {
  const app = Fastify()
  const schema = { response: { 200: Type.Object({ data: Type.Array(Type.Object({ id: Type.Integer() })) }) } }
  app.get('/:after', { schema }, (request, reply) =>
    streamRows(reply, yieldThenFail(Number((request.params as { after: string }).after)), (row) => row),
  )
  expect((await app.inject('/0')).statusCode).toBe(500)
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const streamResponse = await fetch(`${address}/2`)
  await expect(streamResponse.text()).rejects.toThrow()
  await app.close()
})
