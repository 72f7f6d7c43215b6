import { expect, test } from 'vitest'
import { openTestPortal } from '@tahanan/server/testing/portal.ts'
import { ID_FIELD_PATTERN, type Operation, type Schema } from './declared-ids.ts'

/**
 * Tests attack 34 of docs/attacks.yaml: impossible ids. `34-ids.deep.test.ts` tests every parameter and field
 * of every call.
 */
const portal = await openTestPortal({ rateLimitPerMinute: 0 })
const resident = await portal.as('client')
const adminClient = await portal.as('admin')

function getDeclaredIds({ parameters = [], requestBody }: Operation): [string, Schema][] {
  const getIdsWithin = (name: string, schema: Schema): [string, Schema][] => {
    const { type, items, properties = {}, anyOf = [], allOf = [] } = schema
    return [
      ...(ID_FIELD_PATTERN.test(name) && type === 'integer' ? [[name, schema] as [string, Schema]] : []),
      ...(items ? getIdsWithin(name, items) : []),
      ...Object.entries(properties).flatMap(([key, field]) => getIdsWithin(key, field)),
      ...[...anyOf, ...allOf].flatMap((subschema) => getIdsWithin('', subschema)),
    ]
  }
  const bodySchema = requestBody?.content['application/json']?.schema
  return [
    ...parameters.flatMap(({ name, schema }) => getIdsWithin(name, schema)),
    ...getIdsWithin('', bodySchema ?? {}),
  ]
}

test('every id is declared with the same type and bounds', async () => {
  const { body } = await portal.nobody.get<{ paths: Record<string, Record<string, Operation>> }>(
    '/openapi.json',
  )
  const ids = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      getDeclaredIds(operation).map(([name, { type, minimum, maximum }]) => ({
        where: `${method} ${path} ${name}`,
        declared: [type, minimum, maximum],
      })),
    ),
  )
  expect(ids.length).toBeGreaterThan(100)
  const expectedBounds = ['integer', 1, Number.MAX_SAFE_INTEGER]
  expect(ids.filter(({ declared }) => declared.join() !== expectedBounds.join())).toEqual([])
})

test.each(['0', '-1', '2147483648', '9223372036854775808', '9'.repeat(30)])(
  'the id %s: refused in a path, a query, a body and a list of a body',
  async (id) => {
    const number = Number(id)
    const isPossibleId = number === 2 ** 31
    const { status: inPath } = await resident.get(`/ticket/${id}`)
    const { status: inQuery } = await resident.get(`/comments?postId=${id}`)
    const { status: inBody } = await resident.post('/comment', { postId: number, comment: 'Thanks' })
    const decisionBody = { status: 5, tickets: [{ id: number, updated_at: '2026-03-14T01:30:00.000Z' }] }
    const { status: inList, body } = await adminClient.put('/tickets/decided', decisionBody)
    const status = isPossibleId ? 404 : 400
    expect({ inPath, inQuery, inBody, inList }).toEqual({
      // A path with a number above the id range answers 404, like a path with an id that no record has.
      inPath: number < 1 ? 400 : 404,
      inQuery: status,
      inBody: status,
      inList: isPossibleId ? 200 : 400,
    })
    if (isPossibleId) expect(body).toMatchObject({ done: [], refused: [{ id: number, code: 'notFound' }] })
  },
)
