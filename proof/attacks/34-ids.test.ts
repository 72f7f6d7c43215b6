import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ENTRIES } from '../access/entries.ts'
import type { Call } from '../access/entry.ts'
import { makeCall } from '../access/make-call.ts'
import { attemptsOf } from '../access/outcomes.ts'
import { makeAccounts, openAccessPortal, type AccessPortal } from '../access/test-accounts.ts'

/** Attack 34: impossible ids in every parameter and field of every documented call that takes a number or an id. */

interface Schema {
  readonly type?: string | readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

const IDS = [0, -1, 2 ** 31, 2 ** 63, 10 ** 29, 'text'] as const
type Id = (typeof IDS)[number]

/** Writes the id for a URL, without an exponent: `1e+29` would only be another text. */
const textOf = (id: Id): string => (typeof id === 'number' ? BigInt(id).toString() : id)

let setup: AccessPortal
const operations = new Map<string, Operation>()
beforeAll(async () => {
  setup = await openAccessPortal()
  const { body } = await setup.portal.nobody.get<{
    paths: Record<string, Record<string, Operation>>
  }>('/openapi.json')
  for (const [path, methods] of Object.entries(body.paths))
    for (const [method, operation] of Object.entries(methods))
      operations.set(`${method.toUpperCase()} ${path}`, operation)
})
afterAll(() => setup.close())
/** Opens all services: an attack on their settings may have closed them. */
const openServices = () =>
  setup.portal.db.updateTable('service_settings').set({ status: 1, amount: LIMITS.money }).execute()

/** Returns all properties of a schema, including those of its alternatives. */
function propertiesOf({ properties, anyOf = [], allOf = [] }: Schema): [string, Schema][] {
  return [...Object.entries(properties ?? {}), ...[...anyOf, ...allOf].flatMap(propertiesOf)]
}

interface Attack {
  readonly what: string
  readonly call: Call
  /** Whether the id names the record in the path. */
  readonly inPath: boolean
}

function attacksOn(call: Call, operation: Operation, id: Id): Attack[] {
  const inAddress = (operation.parameters ?? []).flatMap(({ in: place, name, schema: { type } }) =>
    place === 'path' || place === 'query'
      ? [
          {
            what: `${name} in the ${place}`,
            call: { ...call, [place]: { ...call[place], [name]: textOf(id) } },
            // Other path parameters are texts chosen by callers, and may look like numbers.
            inPath: place === 'path' && type === 'integer',
          },
        ]
      : [],
  )
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = (call.body ?? {}) as Readonly<Record<string, unknown>>
  const fields = schema && call.form === undefined && call.raw === undefined ? propertiesOf(schema) : []
  const inBody = fields.flatMap(([name, field]) => {
    const value = withId(field, name, id, body[name])
    return value === undefined
      ? []
      : [{ what: `${name}:`, call: { ...call, body: { ...body, [name]: value } }, inPath: false }]
  })
  return [...inAddress, ...inBody]
}

const NAMES_ID = /(^id|Id|Ids|^ids)$/

/** Returns a field's value with the id in it, nested too; undefined if the field takes no id. */
function withId(schema: Schema, name: string, id: Id, given: unknown): unknown {
  const { type, items } = schema
  if (NAMES_ID.test(name) && type === 'string') return textOf(id)
  if ([type].flat().some((each) => each === 'integer' || each === 'number')) return id
  if (items) {
    const inner = withId(items, name, id, (given as unknown[] | undefined)?.[0])
    return inner === undefined ? undefined : [inner]
  }
  const inside = propertiesOf(schema).flatMap(([key, field]) => {
    const value = withId(field, key, id, (given as Record<string, unknown> | undefined)?.[key])
    return value === undefined ? [] : [[key, value] as const]
  })
  return inside.length > 0 ? { ...(given as object | undefined), ...Object.fromEntries(inside) } : undefined
}

/** Returns the name and schema of every id among a call's parameters and body fields. */
function idsOf({ parameters = [], requestBody }: Operation): [string, Schema][] {
  const inside = (name: string, schema: Schema): [string, Schema][] => [
    ...(NAMES_ID.test(name) && schema.type === 'integer' ? [[name, schema] as [string, Schema]] : []),
    ...(schema.items ? inside(name, schema.items) : []),
    ...propertiesOf(schema).flatMap(([key, field]) => inside(key, field)),
  ]
  const body = requestBody?.content['application/json']?.schema
  return [...parameters.flatMap(({ name, schema }) => inside(name, schema)), ...inside('', body ?? {})]
}

test('every id is declared with the same type and bounds', () => {
  const ids = [...operations].flatMap(([route, operation]) =>
    idsOf(operation).map(([name, { type, minimum, maximum }]) => ({
      where: `${route} ${name}`,
      declared: [type, minimum, maximum],
    })),
  )
  expect(ids.length).toBeGreaterThan(100)
  const expected = ['integer', 1, Number.MAX_SAFE_INTEGER]
  expect(ids.filter(({ declared }) => declared.join() !== expected.join())).toEqual([])
})

describe('an impossible id', () => {
  test.each(Object.entries(ENTRIES))('%s', async (route, entry) => {
    const operation = operations.get(route) ?? {}
    if (!operation.parameters && !operation.requestBody) return
    const accounts = await makeAccounts(setup)
    const attempts = (await attemptsOf(accounts, entry)).filter(({ outcome }) => outcome === 'done')
    const ofAreas = [...new Map(attempts.map((attempt) => [attempt.caller?.area, attempt])).values()]
    const callers = entry.open ? ofAreas.slice(0, 1) : ofAreas
    const wrong: string[] = []
    for (const { name, caller, maker } of callers)
      for (const id of IDS) {
        await openServices()
        const call = (await entry.prepare?.(accounts, maker)) ?? {}
        for (const { what, call: attack, inPath } of attacksOn(call, operation, id)) {
          const { status, text } = await makeCall(setup.portal, route, attack, caller)
          const right = inPath ? [400, 404].includes(status) : status < 500
          if (!right) wrong.push(`${name}, ${what} ${id}: ${status} ${text.slice(0, 200)}`)
        }
      }
    await accounts.removeFlags()
    expect(wrong).toEqual([])
  })
})
