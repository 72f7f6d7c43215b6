import { expect, test } from 'vitest'
import {
  getNotificationChoice,
  getDefaultNotificationChoice,
  isMailMandatory,
  NOTIFICATION_KIND_LABELS,
  listNotificationKinds,
  NOTIFICATION_LABELS,
} from './kinds.ts'

test('each area gets its kinds of news, with the words of its choices (rules 23.13)', () => {
  expect(listNotificationKinds('client').map((kind) => NOTIFICATION_LABELS[kind].client)).toEqual([
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
  expect(listNotificationKinds('admin').map((kind) => NOTIFICATION_LABELS[kind].admin)).toEqual([
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
  expect(Object.values(NOTIFICATION_KIND_LABELS)).toEqual([
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
  expect(
    listNotificationKinds('client').filter(
      (kind) => getDefaultNotificationChoice('client', kind).mail === 'off',
    ),
  ).toEqual(['post', 'memorandum', 'gate'])
  expect(getDefaultNotificationChoice('client', 'payment')).toEqual({ mail: 'now', push: true })
  expect(getDefaultNotificationChoice('admin', 'message')).toEqual({ mail: 'digest', push: false })
  expect(getDefaultNotificationChoice('admin', 'payment')).toEqual({ mail: 'off', push: false })
})

test('mails of reminders and of safety cannot be turned off by a resident', () => {
  const disabledChoice = { mail: 'off', push: false } as const
  expect(listNotificationKinds('client').filter((kind) => isMailMandatory('client', kind))).toEqual([
    'reminder',
    'security',
  ])
  expect(getNotificationChoice('client', 'security', { security: disabledChoice })).toEqual({
    mail: 'now',
    push: false,
  })
  expect(getNotificationChoice('client', 'ticket', { ticket: disabledChoice })).toEqual(disabledChoice)
  expect(getNotificationChoice('admin', 'security', { security: disabledChoice })).toEqual(disabledChoice)
})
