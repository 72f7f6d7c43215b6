import type { Verdict } from './judge.ts'

/** Kinds of log entries: people came in, went out or were refused, or an entry was undone. */
export const ENTRY_KINDS = ['in', 'out', 'refused', 'undo'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
export const ENTRY_LABELS: Readonly<Record<EntryKind, string>> = {
  in: 'In',
  out: 'Out',
  refused: 'Refused',
  undo: 'Undone',
}

/** Filters of the log besides the kind of entry. */
export const ENTRY_STATE_LABELS = { marked: 'Contradicts', offline: 'Offline', undone: 'Undone' } as const

/**
 * Results of an entry at the server. `marked`: written although it contradicts others; `repeated`: written
 * before.
 */
export const ENTRY_OUTCOMES = ['written', 'marked', 'repeated', 'refused'] as const
export type EntryOutcome = (typeof ENTRY_OUTCOMES)[number]

/** Contradictions of an entry with the server's data, as labels for the office; '' for none. */
export const MARK_LABELS = {
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
export type Mark = keyof typeof MARK_LABELS
export const MARKS = Object.keys(MARK_LABELS) as Mark[]

export const END_REASON_LABELS = {
  resident: 'Ended by the resident',
  status: 'The request is no longer approved',
  deleted: 'The request was deleted',
  date: 'The date was changed',
  tenant: 'The request went to another tenant',
  used: 'Used',
} as const
export type EndReason = keyof typeof END_REASON_LABELS
export const END_REASONS = Object.keys(END_REASON_LABELS) as EndReason[]

/** States of a walk-in. `call`: the guard calls the unit. */
export const WALK_IN_LABELS = {
  asked: 'Asked',
  call: 'Please call the unit',
  allowed: 'Let in',
  denied: 'Not let in',
} as const
export type WalkInState = keyof typeof WALK_IN_LABELS
export const WALK_IN_STATES = Object.keys(WALK_IN_LABELS) as WalkInState[]

/** Verdicts in large letters on the gate's screen. */
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

/** Verdicts of the log: those of a scan, and the denial of a walk-in by its resident or the guard. */
export const LOG_VERDICT_LABELS = { ...VERDICT_LABELS, denied: 'Not let in' } as const
export type LogVerdict = keyof typeof LOG_VERDICT_LABELS

/** Formats the log's note that the office admitted people on the do-not-admit list. */
export const formatOfficeYes = (name: string): string => `${name.trim()} of the office said yes.`

/** Sources of an answer about a walk-in: its resident in the portal or by push message, or a guard after a call. */
export const ANSWERER_LABELS = {
  resident: 'by the resident',
  push: 'by the resident',
  guard: 'by the guard',
} as const
export type Answerer = keyof typeof ANSWERER_LABELS
export const ANSWERERS = Object.keys(ANSWERER_LABELS) as Answerer[]

/** Seconds in which an entry can be undone. */
export const UNDO_SECONDS = 60
export const ENTRIES_OF_A_CALL = 500
/** Difference in milliseconds between a device's and the server's clock above which the device warns. */
export const CLOCK_TOLERANCE_MS = 120_000
/** Letters and digits of a code, without look-alikes. */
export const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const CODE_LENGTH = 8
export const IS_CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`)

export const PASS_TOKEN = /^[\w-]{22}$/

/** Normalizes a code: without spaces and dashes, in capitals, with look-alikes that no code contains replaced. */
export const plainCode = (typed: string): string =>
  typed.replaceAll(/[\s-]/g, '').toUpperCase().replaceAll(/[0O]/g, 'Q').replaceAll(/[1IL]/g, 'J')

/** Formats a code in two groups of four, as it is read out on the telephone: `K7QM 2XPA`. */
export const formatCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`

/** Minutes for which the code of a new device is valid. */
export const DEVICE_CODE_MINUTES = 15

/** Hours before a visit from which its pass is valid (rules 24.2). */
export const VISIT_HOURS = { min: 0, max: 24, message: 'Please input 0 to 24 hours.' } as const
/** Seconds in which a unit can answer a walk-in. */
export const WALK_IN_SECONDS = { min: 15, max: 600, message: 'Please input 15 to 600 seconds.' } as const
