import { describe, expect, test } from 'vitest'
import { profileForm, tenantForm } from '../billing/tenant.ts'
import { commentForm, postForm } from '../content/post.ts'
import { feedbackForm } from '../feedback/feedback-form.ts'
import { dateTime, list, getRequiredMessage, text, type Fields } from '../forms/fields.ts'
import { parseForm } from '../forms/validate.ts'
import { PAGE_PERMISSIONS } from '../permissions.ts'
import { STATUSES } from '../statuses.ts'
import { getCardKeys, defineModule, requireSupportedFieldMarks } from './define-module.ts'
import { createExampleBody } from './example.ts'
import { getModule, MODULES } from './index.ts'

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
  test('has an example that passes its own rules', () => {
    const exampleBody = createExampleBody(module, now, timeZone)
    for (const writer of ['resident', 'admin'] as const) {
      expect(parseForm(module, exampleBody, { writer, action: 'create', timeZone, now }).errors).toEqual({})
    }
  })

  test('names only columns that exist in its records', () => {
    const knownKeys = new Set([
      ...RECORD_KEYS,
      ...Object.keys(module.fields),
      ...Object.keys(module.recordedTimes),
    ])
    const columns = [...module.residentColumns, ...module.officeColumns].map(({ key }) => key)
    const cardKeys = [module.card.heading, ...module.card.line.flatMap(getCardKeys)]
    const usedKeys = [...columns, ...module.csv.keys, ...cardKeys]
    expect(usedKeys.filter((key) => !knownKeys.has(key))).toEqual([])
  })

  test('is sorted by a date that is required', () => {
    if (module.mainDate === undefined) return
    const field = module.fields[module.mainDate]
    expect(field?.kind).toBe('dateTime')
    expect(field && getRequiredMessage(field, 'resident', 'create')).toMatch(/^Please/)
  })

  test('names only permissions of its page', () => {
    const flags: readonly string[] = PAGE_PERMISSIONS[module.permission]
    const usedFlags = [
      module.flags.add,
      module.flags.delete,
      ...module.flags.edit,
      module.flags.submit ?? 'view',
      module.privateFlag ?? 'view',
    ]
    expect(
      [...usedFlags, ...STATUSES.flatMap(({ flag }) => flag ?? [])].filter((flag) => !flags.includes(flag)),
    ).toEqual([])
  })

  test('reports every required field of an empty body', () => {
    const { errors } = parseForm(module, {}, { writer: 'resident', action: 'create', timeZone, now })
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

describe('a field mark without effect is refused', () => {
  const module = getModule('jobOrder')
  const moduleDeclaration = { ...module, residentColumns: {}, officeColumns: {}, facts: {} }
  const defineWithFields =
    (fields: Fields, overrides: object = {}) =>
    () =>
      defineModule({ ...moduleDeclaration, fields: { ...module.fields, ...fields }, ...overrides })
  const untilFields = { until: dateTime({ label: 'Until' }) }

  test('private without a flag that shows it', () => {
    const fields = { secret: text({ label: 'Secret', private: true }) }
    expect(defineWithFields(fields)).toThrow('The field secret of jobOrder is marked private')
    expect(defineWithFields(fields, { privateFlag: 'approve' })).not.toThrow()
  })

  test('private where a list shows it or is sorted by it', () => {
    const fields = { secret: text({ label: 'Secret', private: true }) }
    const columnLabels = { secret: 'Secret' }
    for (const overrides of [
      { residentColumns: columnLabels },
      { officeColumns: columnLabels },
      { card: { heading: 'secret', line: [] } },
      { card: { heading: 'title', line: [{ key: 'secret', label: 'Secret' }] } },
      { mainDate: 'secret' },
    ])
      expect(defineWithFields(fields, { privateFlag: 'approve', ...overrides })).toThrow('lists show it')
  })

  test('private where the gate reads it', () => {
    const fields = { ...untilFields, secret: text({ label: 'Secret', private: true }) }
    const passDefinition = { from: 'until', to: 'until', hours: 'day', entries: 'one' } as const
    const passWithSecret = { ...passDefinition, name: 'secret', purpose: 'until' }
    expect(defineWithFields(fields, { privateFlag: 'approve', pass: passWithSecret })).toThrow(
      'the gate reads it',
    )
  })

  test('keptFor without a date to count from, or on a searched field', () => {
    const fields = { ...untilFields, secret: text({ label: 'Secret', keptFor: 'visitorIdentity' }) }
    expect(defineWithFields(fields)).toThrow('keptAfter names no date')
    expect(defineWithFields(fields, { keptAfter: 'nothing' })).toThrow('keptAfter names no date')
    expect(defineWithFields(fields, { keptAfter: 'until' })).toThrow('the search would keep its text')
  })

  test('either inside a list', () => {
    const rowsField = list(
      { name: text({ label: 'Name', private: true }) },
      { label: 'Rows', addLabel: 'Add' },
    )
    expect(defineWithFields({ rows: rowsField }, { privateFlag: 'approve' })).toThrow(
      'The field rows of jobOrder is marked',
    )
  })

  test('either on records that are not service tickets', () => {
    for (const [name, form] of Object.entries({
      feedbackForm,
      profileForm,
      commentForm,
      postForm,
      tenantForm,
    }))
      requireSupportedFieldMarks({ name, fields: form.fields })
  })
})
