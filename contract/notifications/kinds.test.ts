import { expect, test } from 'vitest'
import { getChoice, getDefaultChoice, isMailFixed, KIND_LABELS, listNewsKinds, NEWS } from './kinds.ts'

test('each area gets its kinds of news, with the words of its choices (rules 23.13)', () => {
  expect(listNewsKinds('client').map((kind) => NEWS[kind].client)).toEqual([
    'Your requests',
    'Your payments',
    'Statements of account',
    'Announcements and events',
    'Memorandums',
    'Messages from the PMO',
    'Payment reminders',
    'Safety of your account',
    'Your visitors at the gate',
  ])
  expect(listNewsKinds('admin').map((kind) => NEWS[kind].admin)).toEqual([
    'Requests',
    'Payments',
    'Comments',
    'Messages from residents',
    'Late tickets',
    'Changes of bank accounts',
    'The gate',
  ])
})

test('the office reads in its log of deliveries what a mail was about', () => {
  expect(Object.values(KIND_LABELS)).toEqual([
    'Requests',
    'Payments',
    'Statements of account',
    'Announcements and comments',
    'Memorandums',
    'Messages',
    'Reminders',
    'Safety of accounts',
    'The gate',
  ])
})

test('at first residents get push messages, and their own affairs by mail at once (rules 23.14)', () => {
  expect(listNewsKinds('client').filter((kind) => getDefaultChoice('client', kind).mail === 'off')).toEqual([
    'post',
    'memorandum',
    'gate',
  ])
  expect(getDefaultChoice('client', 'payment')).toEqual({ mail: 'now', push: true })
  expect(getDefaultChoice('admin', 'message')).toEqual({ mail: 'digest', push: false })
  expect(getDefaultChoice('admin', 'payment')).toEqual({ mail: 'off', push: false })
})

test('mails of reminders and of safety cannot be turned off by a resident', () => {
  const off = { mail: 'off', push: false } as const
  expect(listNewsKinds('client').filter((kind) => isMailFixed('client', kind))).toEqual([
    'reminder',
    'security',
  ])
  expect(getChoice('client', 'security', { security: off })).toEqual({ mail: 'now', push: false })
  expect(getChoice('client', 'ticket', { ticket: off })).toEqual(off)
  expect(getChoice('admin', 'security', { security: off })).toEqual(off)
})
