import { expect, test } from 'vitest'
import type { Form } from '../forms/fields.ts'
import { parseForm, type Details } from '../forms/validate.ts'
import {
  getDueDay,
  officePrivacyRequestForm,
  parseRequestDays,
  privacyRequestForm,
  REQUEST_DAYS_PATTERN,
  privacyRequestAnswerForm,
} from './request-form.ts'

const MANILA = 'Asia/Manila'
const getErrors = (form: Form, body: Details) =>
  parseForm(form, body, { action: 'create', writer: 'resident', timeZone: MANILA, now: new Date() }).errors

test('a copy needs no words; a correction and an erasure do', () => {
  expect(getErrors(privacyRequestForm, { kind: 'copy' })).toEqual({})
  expect(getErrors(privacyRequestForm, { kind: 'correction', message: '  ' })).toEqual({
    message: ['Please say what is wrong and how it should be!'],
  })
  expect(getErrors(privacyRequestForm, { kind: 'erasure' })).toEqual({
    message: ['Please say what you want erased!'],
  })
  expect(getErrors(privacyRequestForm, { kind: 'erasure', message: 'Everything' })).toEqual({})
  expect(getErrors(privacyRequestForm, {})).toEqual({ kind: ['Please choose what you want!'] })
  expect(Object.keys(getErrors(privacyRequestForm, { kind: 'secrets', message: 'x'.repeat(2001) }))).toEqual([
    'kind',
    'message',
  ])
})

test('the office names a person without an account and where the answer goes', () => {
  expect(Object.keys(getErrors(officePrivacyRequestForm, {}))).toEqual(['personName', 'contact', 'kind'])
})

test('a refusal needs a reason; done needs no words', () => {
  expect(getErrors(privacyRequestAnswerForm, { decision: 'done' })).toEqual({})
  expect(getErrors(privacyRequestAnswerForm, { decision: 'refused' })).toEqual({
    answer: ['Please input the reason!'],
  })
  expect(Object.keys(getErrors(privacyRequestAnswerForm, { decision: 'open' }))).toEqual(['decision'])
  expect(Object.keys(getErrors(privacyRequestAnswerForm, {}))).toEqual(['decision'])
})

test.each([
  ['2026-01-31T03:00:00Z', 30, '2026-03-02'],
  ['2024-01-30T03:00:00Z', 30, '2024-02-29'],
  ['2026-12-31T15:59:59Z', 1, '2027-01-01'],
  ['2026-12-31T16:00:00Z', 1, '2027-01-02'],
  ['2026-08-31T16:00:00Z', 90, '2026-11-30'],
])('filed at %s a request of %i days is due on %s, a day in Manila', (filedAt, days, dueDay) => {
  expect(getDueDay(new Date(filedAt), days, MANILA)).toBe(dueDay)
})

test('the setting of days is 1 to 90; empty is 30', () => {
  for (const value of ['', '1', '9', '10', '30', '89', '90'])
    expect([value, REQUEST_DAYS_PATTERN.test(value)]).toEqual([value, true])
  for (const value of ['0', '91', '100', '1.5', '-1', '030', 'ten'])
    expect([value, REQUEST_DAYS_PATTERN.test(value)]).toEqual([value, false])
  expect([parseRequestDays(''), parseRequestDays('7')]).toEqual([30, 7])
})
