import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ENTRIES } from '../access/entries.ts'
import type { Call } from '../access/entry.ts'
import { makeCall } from '../access/make-call.ts'
import { partsOf } from '../access/outcomes.ts'
import { accountsFor, openAccessPortal, type AccessPortal } from '../access/test-accounts.ts'

/** Attack 34: ids that no record can have, in every place of every documented call that takes a number or an id. */

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

/** In an address a number is written in full: as `1e+29` it would only be one more text. */
const written = (id: Id): string => (typeof id === 'number' ? BigInt(id).toString() : id)

let stage: AccessPortal
const operations = new Map<string, Operation>()
beforeAll(async () => {
  stage = await openAccessPortal()
  const { body } = await stage.portal.nobody.get<{
    paths: Record<string, Record<string, Operation>>
  }>('/openapi.json')
  for (const [path, methods] of Object.entries(body.paths))
    for (const [method, operation] of Object.entries(methods))
      operations.set(`${method.toUpperCase()} ${path}`, operation)
})
afterAll(() => stage.close())
/** An attack on their settings may have closed them. */
const openServices = () =>
  stage.portal.db.updateTable('service_settings').set({ status: 1, amount: LIMITS.money }).execute()

/** All properties that a value may have, whichever of its forms it is. */
function propertiesOf({ properties, anyOf = [], allOf = [] }: Schema): [string, Schema][] {
  return [...Object.entries(properties ?? {}), ...[...anyOf, ...allOf].flatMap(propertiesOf)]
}

/** The call with an id in the place of another, and whether it names the record in the path. */
interface Attack {
  readonly what: string
  readonly call: Call
  readonly inPath: boolean
}

function attacksOn(call: Call, operation: Operation, id: Id): Attack[] {
  const inAddress = (operation.parameters ?? []).flatMap(({ in: place, name, schema: { type } }) =>
    place === 'path' || place === 'query'
      ? [
          {
            what: `${name} in the ${place}`,
            call: { ...call, [place]: { ...call[place], [name]: written(id) } },
            // the other blanks of addresses are texts that the caller chose, which may be numbers
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

/** The value of a field with the id in it, also inside of lists and objects; undefined where the field takes none. */
function withId(schema: Schema, name: string, id: Id, given: unknown): unknown {
  const { type, items } = schema
  if (NAMES_ID.test(name) && type === 'string') return written(id)
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

/** Every id among the parameters and body fields of a call, with its name. */
function idsOf({ parameters = [], requestBody }: Operation): [string, Schema][] {
  const inside = (name: string, schema: Schema): [string, Schema][] => [
    ...(NAMES_ID.test(name) && schema.type === 'integer' ? [[name, schema] as [string, Schema]] : []),
    ...(schema.items ? inside(name, schema.items) : []),
    ...propertiesOf(schema).flatMap(([key, field]) => inside(key, field)),
  ]
  const body = requestBody?.content['application/json']?.schema
  return [...parameters.flatMap(({ name, schema }) => inside(name, schema)), ...inside('', body ?? {})]
}

test('every id that a call takes is declared alike', () => {
  const ids = [...operations].flatMap(([route, operation]) =>
    idsOf(operation).map(([name, { type, minimum, maximum }]) => ({
      where: `${route} ${name}`,
      declared: [type, minimum, maximum],
    })),
  )
  expect(ids.length).toBeGreaterThan(100)
  const wanted = ['integer', 1, Number.MAX_SAFE_INTEGER]
  expect(ids.filter(({ declared }) => declared.join() !== wanted.join())).toEqual([])
})

describe('an id that no record can have', () => {
  test.each(Object.entries(ENTRIES))('%s', async (route, entry) => {
    const operation = operations.get(route) ?? {}
    if (!operation.parameters && !operation.requestBody) return
    const cast = await accountsFor(stage)
    const parts = (await partsOf(cast, entry)).filter(({ outcome }) => outcome === 'done')
    const ofAreas = [...new Map(parts.map((part) => [part.caller?.area, part])).values()]
    const callers = entry.open ? ofAreas.slice(0, 1) : ofAreas
    const wrong: string[] = []
    for (const { name, caller, as } of callers)
      for (const id of IDS) {
        await openServices()
        const call = (await entry.about?.(cast, as)) ?? {}
        for (const { what, call: attack, inPath } of attacksOn(call, operation, id)) {
          const { status, text } = await makeCall(stage.portal, route, attack, caller)
          const right = inPath ? [400, 404].includes(status) : status < 500
          if (!right) wrong.push(`${name}, ${what} ${id}: ${status} ${text.slice(0, 200)}`)
        }
      }
    await cast.leave()
    expect(wrong).toEqual([])
  })
})
