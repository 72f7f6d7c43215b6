import type { FieldErrors } from '../errors.ts'
import { choice, longText, wholeNumber, type Form } from '../forms/fields.ts'
import type { Details } from '../forms/validate.ts'
import { LIMITS } from '../limits.ts'

/** Kinds of payment reminders (rules 20.6). The texts are defaults that the office may change. */
export const REMINDERS = {
  before: {
    label: 'Due soon',
    days: 7,
    text:
      'This is a reminder that {amount} of your dues for {clientCode} is due by {dueDate}.\n\n' +
      'You can pay at the office or in the portal, under Billings. If you have paid already, thank you: ' +
      'it may take some days until your payment appears in the portal.',
  },
  on: {
    label: 'Due today',
    days: 0,
    text:
      'This is a reminder that {amount} of your dues for {clientCode} is due today, {dueDate}.\n\n' +
      'You can pay at the office or in the portal, under Billings. If you have paid already, thank you: ' +
      'it may take some days until your payment appears in the portal.',
  },
  after: {
    label: 'Overdue',
    days: 7,
    text:
      '{amount} of your dues for {clientCode} was due by {dueDate}, and our records show no payment for it yet.\n\n' +
      'Please pay at the office or in the portal, under Billings. If you have paid already, thank you: ' +
      'please send us the deposit slip. ' +
      'If an amount looks wrong to you, please talk to us.',
  },
} as const
export type ReminderKind = keyof typeof REMINDERS
export const REMINDER_KINDS = Object.keys(REMINDERS) as ReminderKind[]

export const MAX_REMINDER_DAYS = 90

export const REMINDER_OUTCOMES = {
  sent: 'Sent',
  noMail: 'In the portal only',
  failed: 'Mail failed',
  unclear: 'Unclear',
  settled: 'Left out',
  reminded: 'Left out',
} as const
export type ReminderOutcome = keyof typeof REMINDER_OUTCOMES
export const REMINDER_OUTCOME_NAMES = Object.keys(REMINDER_OUTCOMES) as ReminderOutcome[]

export const PLACEHOLDERS = ['name', 'clientCode', 'amount', 'dueDate', 'leftToPay'] as const

export const PLACEHOLDER_HINT = `Each tenant reads their own words for ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')}.`

export type ReminderValues = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>

export function fillReminderText(text: string, values: ReminderValues): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? values[name as keyof ReminderValues] : placeholder,
  )
}

const DAYS_MESSAGE = `Please input 1 to ${MAX_REMINDER_DAYS} days.`

export const reminderForm: Form = {
  fields: {
    kind: choice(
      REMINDER_KINDS.map((value) => ({ value, label: REMINDERS[value].label })),
      { label: 'Reminder', required: 'Please choose a reminder!', initial: 'before' },
    ),
    days: wholeNumber({
      label: 'Days',
      hint: 'Before or after the due date; none for one of today.',
      notNumberMessage: 'Please input a whole number of days.',
      notWholeMessage: 'Please input a whole number of days.',
      range: { min: 1, max: MAX_REMINDER_DAYS, message: DAYS_MESSAGE },
    }),
    text: longText({
      label: 'Text',
      max: LIMITS.reminder,
      required: 'Please input your text!',
      hint: PLACEHOLDER_HINT,
    }),
  },
  check: checkReminder,
}

function checkReminder({ kind, days, text }: Readonly<Details>): FieldErrors {
  return { ...(kind !== 'on' && !days && { days: [DAYS_MESSAGE] }), ...checkPlaceholders(text) }
}

export function checkPlaceholders(text: unknown): FieldErrors {
  const unknownPlaceholder = [...String(text).matchAll(/\{(\w*)\}/g)].find(
    ([, name]) => !PLACEHOLDERS.some((placeholder) => placeholder === name),
  )
  return unknownPlaceholder ? { text: [`There is no placeholder ${unknownPlaceholder[0]}.`] } : {}
}
