import { expect, test } from 'vitest'
import { toAdministratorFields, checkAdministrator } from './administrator-rules.ts'

const EMPTY_FIELDS = toAdministratorFields({})
const ADMINISTRATOR_FIELDS_OF_ANA = {
  ...EMPTY_FIELDS,
  name: 'Ana',
  firstName: 'Ana',
  lastName: 'Reyes',
  email: 'ana@office.test',
}

test('a new administrator needs every field, with the messages of rules 2.8', () => {
  expect(checkAdministrator(EMPTY_FIELDS, true)).toEqual({
    name: ['Please input your name!'],
    firstName: ['Please input your first name!'],
    lastName: ['Please input your last name!'],
    email: ['Please input your email!'],
    password: ['Please input your password!'],
    password_confirmation: ['Please confirm your password!'],
  })
})

const UNMATCHED_PASSWORD_ERRORS = ['The two passwords that you entered do not match!']

test.each([
  ['an edit without a password', '', '', false, {}],
  [
    'half a password on an edit',
    '',
    'long-enough',
    false,
    { password: ['Please input your password!'], password_confirmation: UNMATCHED_PASSWORD_ERRORS },
  ],
  [
    'two that differ',
    'long-enough',
    'long-enoush',
    true,
    { password_confirmation: UNMATCHED_PASSWORD_ERRORS },
  ],
  ['two that match', 'long-enough', 'long-enough', true, {}],
  ['a short one', 'short', 'short', true, { password: [expect.any(String)] }],
])('%s is checked', (_, password, password_confirmation, isNew, expectedErrors) => {
  expect(
    checkAdministrator({ ...ADMINISTRATOR_FIELDS_OF_ANA, password, password_confirmation }, isNew),
  ).toEqual(expectedErrors)
})
