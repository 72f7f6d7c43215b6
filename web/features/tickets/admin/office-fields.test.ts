import { expect, test } from 'vitest'
import { STATUSES } from '@tahanan/contract/statuses.ts'
import { createTestTicket } from '../testing.ts'
import {
  getChosenStatus,
  getOfficeFields,
  getTenant,
  OFFICE_FIELD_FORMATS,
  toOfficeFieldsBody,
} from './office-fields.ts'

const TENANT = { id: 1, clientCode: 'A-101', uoccname: 'Reyes, Ana' }

test('a record fills the fields of the office, the tenant as a search finds it', () => {
  expect(getOfficeFields(createTestTicket('jobOrder', { status: 2, remarks: null }))).toEqual({
    status: 2,
    remarks: '',
    tenant: TENANT,
  })
  expect(getOfficeFields(createTestTicket('jobOrder', { remarks: 'Door', tenant: null }))).toEqual({
    status: 1,
    remarks: 'Door',
    tenant: undefined,
  })
})

test('only fields of the form are sent, remarks without spaces around them', () => {
  expect(toOfficeFieldsBody({ status: 3, remarks: '  Done ', tenant: TENANT })).toEqual({
    status: 3,
    remarks: 'Done',
    tenantId: 1,
  })
  expect(toOfficeFieldsBody({ remarks: '' })).toEqual({ remarks: '' })
  expect(toOfficeFieldsBody({ tenant: undefined })).toEqual({})
  expect(getTenant({ tenant: { id: 1 } })).toBeUndefined()
  expect([getChosenStatus({ status: 3 }), getChosenStatus({})]).toEqual([3, 0])
})

const formatOtherField = (key: string, value: unknown) => OFFICE_FIELD_FORMATS[key]?.formatValue(value)

test('a newer value of a colleague is shown in words', () => {
  for (const { status, label, editLabel = label } of STATUSES)
    expect(formatOtherField('status', status)).toBe(editLabel)
  expect(formatOtherField('status', 99)).toBe('')
  expect([formatOtherField('remarks', 'Door'), formatOtherField('remarks', undefined)]).toEqual(['Door', ''])
  expect([formatOtherField('tenant', TENANT), formatOtherField('tenant', undefined)]).toEqual([
    'Reyes, Ana (A-101)',
    '',
  ])
})
