import type { FieldErrors } from '../errors.ts'
import { choice, longText, text, type Form } from '../forms/fields.ts'
import { addDays, formatDay } from '../time.ts'

/** Kinds of privacy requests (rules 26.24). `label` is shown to the office, `own` to residents. */
export const REQUEST_KINDS = {
  copy: { label: 'Copy', own: 'A copy of my data' },
  correction: { label: 'Correction', own: 'Correct something about me' },
  erasure: { label: 'Erasure', own: 'Erase my data' },
} as const
export type RequestKind = keyof typeof REQUEST_KINDS
export const REQUEST_KIND_NAMES = Object.keys(REQUEST_KINDS) as RequestKind[]

export const REQUEST_STATES = { open: 'Open', done: 'Done', refused: 'Refused' } as const
export type RequestState = keyof typeof REQUEST_STATES
export const REQUEST_STATE_NAMES = Object.keys(REQUEST_STATES) as RequestState[]

export const PERSON_RECORDS = {
  ticket: 'Service ticket',
  walkIn: 'Walk-in',
  gateEvent: 'Entry at the gate',
} as const
export type PersonRecordKind = keyof typeof PERSON_RECORDS
export const PERSON_RECORD_KINDS = Object.keys(PERSON_RECORDS) as PersonRecordKind[]

export interface PersonRecord {
  readonly kind: PersonRecordKind
  readonly id: number
  /** Text of the record at the time when the office selected it. */
  readonly label: string
}

/**
 * Limits of the search for records of a person. `letters`: minimum length of the search term. `found`:
 * maximum number of results.
 */
export const PERSON_SEARCH_LIMITS = { letters: 3, found: 50 } as const

const KIND_REQUIRED_MESSAGE = 'Please choose what you want!'
const MAX_MESSAGE_LENGTH = 2000

const needsMessage = (kind: unknown): boolean => kind === 'correction' || kind === 'erasure'

const MESSAGE_REQUIRED: Readonly<Record<string, string>> = {
  correction: 'Please say what is wrong and how it should be!',
  erasure: 'Please say what you want erased!',
}

const checkMessage = ({ kind, message }: Readonly<Record<string, unknown>>): FieldErrors =>
  needsMessage(kind) && !message ? { message: [MESSAGE_REQUIRED[String(kind)] ?? ''] } : {}

export const privacyRequestForm = {
  fields: {
    kind: choice(
      REQUEST_KIND_NAMES.map((value) => ({ value, label: REQUEST_KINDS[value].own })),
      { label: 'What do you want?', variant: 'select', required: KIND_REQUIRED_MESSAGE },
    ),
    message: longText({
      label: 'Message',
      max: MAX_MESSAGE_LENGTH,
      hint: 'To correct: what is wrong, and how it should be. To erase: all of it, or which part.',
    }),
  },
  check: checkMessage,
} satisfies Form

/** Form with which the office enters a request of a person without an account (rules 26.27). */
export const officePrivacyRequestForm = {
  fields: {
    personName: text({ label: 'Name', max: 200, required: 'Please input the name!' }),
    contact: text({
      label: 'Phone or email',
      max: 200,
      required: 'Please input a phone number or an email address!',
      hint: 'Where the answer goes.',
    }),
    kind: choice(
      REQUEST_KIND_NAMES.map((value) => ({ value, label: REQUEST_KINDS[value].label })),
      { label: 'Kind', required: 'Please choose the kind!' },
    ),
    about: text({
      label: 'How the person came here',
      max: 200,
      hint: 'For example: worker of a permit of unit 3A in May.',
    }),
    message: longText({ label: 'Message', max: MAX_MESSAGE_LENGTH }),
  },
  check: checkMessage,
} satisfies Form

/** Form of the office's answer to a privacy request (rules 26.26). */
export const privacyRequestAnswerForm = {
  fields: {
    decision: choice(
      [
        { value: 'done', label: REQUEST_STATES.done },
        { value: 'refused', label: REQUEST_STATES.refused },
      ],
      { label: 'Answer', required: 'Please choose done or refused!' },
    ),
    answer: longText({
      label: 'Words for the person',
      max: MAX_MESSAGE_LENGTH,
      hint: 'What was done, or why it is refused.',
    }),
  },
  check: ({ decision, answer }): FieldErrors =>
    decision === 'refused' && !answer ? { answer: ['Please input the reason!'] } : {},
} satisfies Form

/** Number of days within which the office must answer a privacy request (rules 26.25). */
export const REQUEST_DAYS = { initial: 30, min: 1, max: 90 } as const
export const REQUEST_DAYS_MESSAGE = 'Please input a whole number of days from 1 to 90.'

/** Matches the setting for the days to answer a privacy request. An empty value means the default. */
export const REQUEST_DAYS_PATTERN = /^(?:[1-9]|[1-8]\d|90)?$/

export const parseRequestDays = (value: string): number =>
  value === '' ? REQUEST_DAYS.initial : Number(value)

/** Returns the due day as `YYYY-MM-DD` in community time. */
export const getDueDay = (filedAt: Date, days: number, timeZone: string): string =>
  addDays(formatDay(filedAt, timeZone), days)

export const URGENT_BEFORE_DUE_DAYS = 3
