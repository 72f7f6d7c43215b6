import type { Verdict } from './judge-pass.ts'

export const ENTRY_KINDS = ['in', 'out', 'refused', 'undo'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
export const ENTRY_LABELS: Readonly<Record<EntryKind, string>> = {
  in: 'In',
  out: 'Out',
  refused: 'Refused',
  undo: 'Undone',
}

export const ENTRY_STATE_LABELS = { marked: 'Needs a check', offline: 'Offline', undone: 'Undone' } as const

/**
 * Results for an entry that a gate device sent to the server. `marked`: stored although it contradicts other
 * data. `repeated`: it was already stored.
 */
export const ENTRY_OUTCOMES = ['written', 'marked', 'repeated', 'refused'] as const
export type EntryOutcome = (typeof ENTRY_OUTCOMES)[number]

export const ENTRY_MARK_LABELS = {
  '': '',
  ended: 'The pass had ended',
  inside: 'Already inside',
  notInside: 'Was not inside',
  hours: 'Outside the hours of the pass',
  clock: 'Wrong clock of the device',
  unknown: 'Unknown code',
  barred: 'On the do-not-admit list',
  people: 'More people than the pass allows',
  online: 'Dated to a time when the device was online',
  device: 'Made after the office had ended the device',
} as const
export type EntryMark = keyof typeof ENTRY_MARK_LABELS
export const ENTRY_MARKS = Object.keys(ENTRY_MARK_LABELS) as EntryMark[]

export const PASS_END_REASON_LABELS = {
  resident: 'Ended by the resident',
  status: 'The request is no longer approved',
  deleted: 'The request was deleted',
  date: 'The date was changed',
  tenant: 'The request went to another tenant',
  used: 'Used',
} as const
export type PassEndReason = keyof typeof PASS_END_REASON_LABELS
export const PASS_END_REASONS = Object.keys(PASS_END_REASON_LABELS) as PassEndReason[]

export const WALK_IN_LABELS = {
  asked: 'Asked',
  call: 'Please call the unit',
  allowed: 'Let in',
  denied: 'Not let in',
} as const
export type WalkInState = keyof typeof WALK_IN_LABELS
export const WALK_IN_STATES = Object.keys(WALK_IN_LABELS) as WalkInState[]

export const VERDICT_LABELS: Readonly<Record<Verdict, string>> = {
  mayEnter: 'May enter',
  mayLeave: 'May leave',
  tooEarly: 'Too early',
  tooLate: 'Too late',
  inside: 'Already inside',
  ended: 'Ended',
  unknown: 'Unknown pass',
  askOffice: 'Ask the office',
}

export const LOG_VERDICT_LABELS = { ...VERDICT_LABELS, denied: 'Not let in' } as const
export type LogVerdict = keyof typeof LOG_VERDICT_LABELS

export const formatOfficeApproval = (name: string): string => `Approved by ${name.trim()} of the office.`

export const WALK_IN_ANSWERER_LABELS = {
  resident: 'by the resident',
  push: 'by the resident',
  guard: 'by the guard',
} as const
export type AnswererKind = keyof typeof WALK_IN_ANSWERER_LABELS
export const WALK_IN_ANSWERERS = Object.keys(WALK_IN_ANSWERER_LABELS) as AnswererKind[]

export const UNDO_SECONDS = 60
export const MAX_ENTRIES_PER_CALL = 500
/** A device shows a warning if its clock differs from the server's clock by more than this. */
export const CLOCK_TOLERANCE_MS = 120_000
/** Characters of the code of a pass. 0, O, 1, I and L are excluded, because they look like each other. */
export const CODE_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 8
export const CODE_PATTERN = new RegExp(`^[${CODE_CHARACTERS}]{${CODE_LENGTH}}$`)

export const PASS_TOKEN_PATTERN = /^[\w-]{22}$/

/**
 * Removes spaces and dashes from a typed code. Replaces 0 and O by Q, and 1, I and L by J: no code contains
 * them, and the replacements look similar.
 */
export const normalizeCode = (typedCode: string): string =>
  typedCode.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll(/[0O]/g, 'Q').replaceAll(/[1IL]/g, 'J')

/** Splits a code into two groups of four, because guards read codes out on the telephone: `K7QM 2XPA`. */
export const formatCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

export const DEVICE_CODE_MINUTES = 15

/** Limits of a setting: how many hours before a visit the pass becomes valid (rules 24.2). */
export const VISIT_HOURS_RANGE = { min: 0, max: 24, message: 'Please input 0 to 24 hours.' } as const
export const WALK_IN_SECONDS_RANGE = {
  min: 15,
  max: 600,
  message: 'Please input 15 to 600 seconds.',
} as const
