import { afterAll, describe, expect, test } from 'vitest'
import { LIMITS, type Area } from '@tahanan/contract/limits.ts'
import type { CallInput } from '../access/access-case.ts'
import { callRoute } from '../access/call-route.ts'
import { ENTRIES } from '../access/entries.ts'
import { createAttempts } from '../access/outcomes.ts'
import { createTestAccounts, openAccessPortal } from '../access/test-accounts.ts'
import { ID_FIELD_PATTERN, type Operation, type Schema } from './declared-ids.ts'

/**
 * Tests attack 34 of docs/attacks.yaml: impossible ids in every parameter and field of every documented call.
 */

const IDS = [0, -1, 2 ** 31, 2 ** 63, 10 ** 29, 'text'] as const
type Id = (typeof IDS)[number]

/** Formats an id without an exponent. `String` would write a large number as `1e+29`. */
const formatId = (id: Id): string => (typeof id === 'number' ? BigInt(id).toString() : id)

const accessPortal = await openAccessPortal()
afterAll(accessPortal.close)
const { body: document } = await accessPortal.portal.nobody.get<{
  paths: Record<string, Record<string, Operation>>
}>('/openapi.json')
const operations = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  ),
)
const CASES_WITH_INPUT = Object.entries(ENTRIES).filter(([route]) => {
  const { parameters, requestBody } = operations.get(route) ?? {}
  return parameters !== undefined || requestBody !== undefined
})
/** Counts the ids that were sent. The last test fails if there are too few. */
const sentCounts = { inPaths: 0, others: 0 }

/** Enables all services for residents again, because an earlier call may have disabled them. */
const openServices = () =>
  accessPortal.portal.db.updateTable('service_settings').set({ status: 1, amount: LIMITS.money }).execute()

function getProperties({ properties, anyOf = [], allOf = [] }: Schema): [string, Schema][] {
  return [...Object.entries(properties ?? {}), ...[...anyOf, ...allOf].flatMap(getProperties)]
}

interface Attack {
  readonly what: string
  readonly call: CallInput
  readonly inPath: boolean
  /** True if the field is the id of a record. Any other field may accept the number. */
  readonly isRecordId: boolean
}

function createAttacks(call: CallInput, operation: Operation, id: Id, area?: Area): Attack[] {
  const addressAttacks = (operation.parameters ?? []).flatMap(
    ({ in: parameterLocation, name, schema: { type } }) =>
      parameterLocation === 'path' || parameterLocation === 'query'
        ? [
            {
              what: `${name} in the ${parameterLocation}`,
              call: { ...call, [parameterLocation]: { ...call[parameterLocation], [name]: formatId(id) } },
              // Path parameters of type string are not ids: they accept any text.
              inPath: parameterLocation === 'path' && type === 'integer',
              isRecordId: type === 'integer' && ID_FIELD_PATTERN.test(name),
            },
          ]
        : [],
  )
  const schema = operation.requestBody?.content['application/json']?.schema
  const callBody = (call.body ?? {}) as Readonly<Record<string, unknown>>
  const bodyFields = schema && call.form === undefined && call.raw === undefined ? getProperties(schema) : []
  const bodyAttacks = bodyFields.flatMap(([name, field]) => {
    const value = createValueWithId(field, name, id, callBody[name])
    return value === undefined
      ? []
      : [
          {
            what: `${name}:`,
            call: { ...call, body: { ...callBody, [name]: value } },
            inPath: false,
            // A resident's call may contain any `tenantId`, because only the office may set it and the portal
            // ignores it (attack 6).
            isRecordId: isRecordIdField(field, name) && !(area === 'client' && name === 'tenantId'),
          },
        ]
  })
  return [...addressAttacks, ...bodyAttacks]
}

function createValueWithId(schema: Schema, name: string, id: Id, originalValue: unknown): unknown {
  const { type, items } = schema
  if (ID_FIELD_PATTERN.test(name) && type === 'string') return formatId(id)
  if ([type].flat().some((schemaType) => schemaType === 'integer' || schemaType === 'number')) return id
  if (items) {
    const itemValue = createValueWithId(items, name, id, (originalValue as unknown[] | undefined)?.[0])
    return itemValue === undefined ? undefined : [itemValue]
  }
  const nestedValues = getProperties(schema).flatMap(([key, field]) => {
    const value = createValueWithId(
      field,
      key,
      id,
      (originalValue as Record<string, unknown> | undefined)?.[key],
    )
    return value === undefined ? [] : [[key, value] as const]
  })
  return nestedValues.length > 0
    ? { ...(originalValue as object | undefined), ...Object.fromEntries(nestedValues) }
    : undefined
}

function isRecordIdField(schema: Schema, name: string): boolean {
  if (ID_FIELD_PATTERN.test(name) && schema.type === 'integer') return true
  if (schema.items) return isRecordIdField(schema.items, name)
  return getProperties(schema).some(([key, field]) => isRecordIdField(field, key))
}

function isCorrectStatus(
  status: number,
  id: Id,
  { inPath, isRecordId }: Omit<Attack, 'what' | 'call'>,
): boolean {
  if (inPath) return [400, 404].includes(status)
  // The id 2^31 is possible, but no record has it. Calls may succeed with it: a list returns no rows, and a
  // change of many records skips it.
  return status < 500 && (status >= 400 || !isRecordId || id === 2 ** 31)
}

describe('an impossible id', () => {
  test.each(CASES_WITH_INPUT)('%s', async (route, entry) => {
    const operation = operations.get(route) ?? {}
    const accounts = await createTestAccounts(accessPortal)
    const attempts = (await createAttempts(accounts, entry)).filter(({ outcome }) => outcome === 'done')
    const oneAttemptPerArea = [
      ...new Map(attempts.map((attempt) => [attempt.caller?.area, attempt])).values(),
    ]
    const callers = entry.isPublic ? oneAttemptPerArea.slice(0, 1) : oneAttemptPerArea
    const wrongResponses: string[] = []
    for (const { name, caller, recordOwner } of callers)
      for (const id of IDS) {
        await openServices()
        const call = (await entry.prepare?.(accounts, recordOwner)) ?? {}
        for (const { what, call: attack, ...place } of createAttacks(call, operation, id, caller?.area)) {
          const { status, text } = await callRoute(accessPortal.portal, route, attack, caller)
          sentCounts[place.inPath ? 'inPaths' : 'others'] += 1
          if (!isCorrectStatus(status, id, place))
            wrongResponses.push(`${name}, ${what} ${id}: ${status} ${text.slice(0, 200)}`)
        }
      }
    await accounts.removeFlags()
    expect(wrongResponses).toEqual([])
  })
})

test('control: ids were sent in paths, queries and bodies', () => {
  expect(sentCounts.inPaths).toBeGreaterThan(1000)
  expect(sentCounts.others).toBeGreaterThan(1000)
})
