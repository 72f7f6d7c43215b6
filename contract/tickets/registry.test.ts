import { describe, expect, test } from 'vitest'
import { PAGES } from '../permissions.ts'
import { STATUSES } from '../statuses.ts'
import { cardKeys } from './define-module.ts'
import { exampleBody } from './example.ts'
import { requiredMessage } from './fields.ts'
import { isServiceOpen, MODULES } from './index.ts'
import { readTicket } from './validate.ts'

const timeZone = 'Asia/Manila'
const now = new Date('2026-03-12T01:00:00Z')
const RECORD_KEYS = [
  'ticketNumber',
  'clientCode',
  'clientName',
  'status',
  'created_at',
  'createdAt',
  'completedDate',
  'remarks',
  'id',
  'amenity',
]

describe.each(MODULES.map((module) => [module.name, module] as const))('%s', (_, module) => {
  test('has an example that its own rules accept', () => {
    const body = exampleBody(module, now, timeZone)
    for (const writer of ['resident', 'admin'] as const) {
      expect(readTicket(module, body, { writer, action: 'create', timeZone, now }).errors).toEqual({})
    }
  })

  test('names only columns that its records have', () => {
    const known = new Set([...RECORD_KEYS, ...Object.keys(module.fields), ...Object.keys(module.stamps)])
    const named = [...module.resident.columns, ...module.admin.columns, ...module.admin.csv.columns].map(
      ({ key }) => key,
    )
    expect(named.filter((key) => !known.has(key))).toEqual([])
    expect(
      [module.card.heading, ...module.card.line.flatMap(cardKeys)].filter((key) => !known.has(key)),
    ).toEqual([])
  })

  test('is sorted by a date that every ticket has', () => {
    if (module.mainDate === undefined) return
    const field = module.fields[module.mainDate]
    expect(field?.kind).toBe('dateTime')
    expect(field && requiredMessage(field, 'resident', 'create')).toMatch(/^Please/)
  })

  test('names only permissions that its page has', () => {
    const flags: readonly string[] = PAGES[module.permission]
    const named = [
      module.flags.add,
      module.flags.delete,
      ...module.flags.edit,
      module.flags.submit ?? 'view',
      module.privateFlag ?? 'view',
    ]
    expect(
      [...named, ...STATUSES.flatMap(({ flag }) => flag ?? [])].filter((flag) => !flags.includes(flag)),
    ).toEqual([])
  })

  test('says every required field is missing when nothing is sent', () => {
    const { errors } = readTicket(module, {}, { writer: 'resident', action: 'create', timeZone, now })
    expect(Object.keys(errors).length).toBeGreaterThan(0)
    for (const messages of Object.values(errors)) expect(messages[0]).toMatch(/^(Please|Missing)/)
  })
})

test('no two modules share a number prefix, a call or a page', () => {
  for (const key of [
    (m: (typeof MODULES)[number]) => m.prefix,
    (m: (typeof MODULES)[number]) => m.path.one,
    (m: (typeof MODULES)[number]) => m.name,
  ]) {
    expect(new Set(MODULES.map(key)).size).toBe(MODULES.length)
  }
})

test('a service is open only while its amount exceeds the balance', () => {
  expect(isServiceOpen({ status: 1, amount: 100 }, 99.99)).toBe(true)
  expect(isServiceOpen({ status: 1, amount: 100 }, 100)).toBe(false)
  expect(isServiceOpen({ status: 0, amount: 100 }, 0)).toBe(false)
  expect(isServiceOpen(undefined, 0)).toBe(false)
})
