import { expect, test } from 'vitest'
import { MODULES } from '../tickets/index.ts'
import { defineTable } from './define-register.ts'
import { PERSONAL_TABLES } from './register.ts'
import { RETENTION_PERIOD_NAMES, RETENTION_PERIODS } from './retention-periods.ts'

const FREE_INPUT_KINDS = ['text', 'files', 'list', 'date', 'richText']

test('every field of a ticket that may describe a person says whom', () => {
  const undeclaredFields = MODULES.flatMap(({ name, fields }) =>
    Object.entries(fields)
      .filter(([, field]) => FREE_INPUT_KINDS.includes(field.kind) && field.personal === undefined)
      .map(([key]) => `${name}.${key}`),
  )
  expect(undeclaredFields).toEqual([])
})

test('every private field is personal, and is erased after a period', () => {
  const personalFields = MODULES.flatMap(({ fields }) => Object.values(fields)).filter(
    (field) => field.private,
  )
  expect(personalFields.length).toBeGreaterThan(4)
  for (const { label, personal, keptFor } of personalFields)
    expect([label, personal, keptFor]).toEqual([
      label,
      'visitor',
      expect.stringMatching(/^visitor(Identity|Contact)$/),
    ])
})

test('what is kept after an erasure has a reason, and links lead to tables of the register', () => {
  for (const [name, { personal, tenant }] of Object.entries(PERSONAL_TABLES)) {
    for (const [column, { erasure, reason }] of Object.entries(personal))
      expect([name, column, reason !== undefined]).toEqual([name, column, erasure === 'keep'])
    if (tenant && 'table' in tenant) expect(PERSONAL_TABLES[tenant.table]?.tenant, name).toBeDefined()
  }
})

test('of an erased account the code, the unit and the figures of the last statement stay', () => {
  const keptColumns = Object.entries(PERSONAL_TABLES['tenants']?.personal ?? {}).filter(
    ([, { erasure, dataSubject }]) => erasure === 'keep' && dataSubject !== 'staff',
  )
  expect(keptColumns.map(([column]) => column)).toEqual([
    'client_code',
    'soa_amount',
    'soa_date',
    'soa_name',
    'title',
  ])
})

test('a table is deleted as a whole or not at all', () => {
  for (const [name, { personal }] of Object.entries(PERSONAL_TABLES)) {
    const columnsKeptOnErasure = Object.values(personal).filter(
      ({ erasure, dataSubject }) => erasure !== 'delete' && dataSubject !== 'staff',
    )
    const isDeleted = Object.values(personal).some(({ erasure }) => erasure === 'delete')
    expect([name, isDeleted && columnsKeptOnErasure.length > 0]).toEqual([name, false])
  }
})

test('a column that stands twice in an entry is refused', () => {
  const [entry] = Object.values(PERSONAL_TABLES)
  if (!entry) throw new Error('The register is empty')
  expect(() => defineTable({ ...entry, personal: [], plain: 'id id' })).toThrow('stands twice')
})

test('periods begin within their bounds', () => {
  for (const name of RETENTION_PERIOD_NAMES) {
    const { days, min, max } = RETENTION_PERIODS[name]
    expect([name, min <= days && days <= max]).toEqual([name, true])
  }
})
