import { expect, test } from 'vitest'
import { administratorFields, checkAdministrator } from './administrator-rules.ts'

const EMPTY = administratorFields({})
const ANA = { ...EMPTY, name: 'Ana', firstName: 'Ana', lastName: 'Reyes', email: 'ana@office.test' }

test('a new administrator needs every field, in the words of rules 2.8', () => {
  expect(checkAdministrator(EMPTY, true)).toEqual({
    name: ['Please input your name!'],
    firstName: ['Please input your first name!'],
    lastName: ['Please input your last name!'],
    email: ['Please input your email!'],
    password: ['Please input your password!'],
    password_confirmation: ['Please confirm your password!'],
  })
})

test('on an edit the password may stay empty, but not half', () => {
  expect(checkAdministrator(ANA, false)).toEqual({})
  expect(checkAdministrator({ ...ANA, password_confirmation: 'long-enough' }, false)).toEqual({
    password: ['Please input your password!'],
    password_confirmation: ['The two passwords that you entered do not match!'],
  })
})

test('two passwords that differ are told at the second', () => {
  const given = { ...ANA, password: 'long-enough', password_confirmation: 'long-enoush' }
  expect(checkAdministrator(given, true)).toEqual({
    password_confirmation: ['The two passwords that you entered do not match!'],
  })
  expect(checkAdministrator({ ...given, password_confirmation: 'long-enough' }, true)).toEqual({})
})

test('a short password is told', () => {
  const given = { ...ANA, password: 'short', password_confirmation: 'short' }
  expect(checkAdministrator(given, true)).toHaveProperty('password')
})
