import { formatPickerTime } from '../time.ts'

export const VERDICTS = [
  'mayEnter',
  'mayLeave',
  'tooEarly',
  'tooLate',
  'inside',
  'ended',
  'unknown',
  'askOffice',
] as const
export type Verdict = (typeof VERDICTS)[number]

export const DIRECTIONS = ['both', 'in', 'out'] as const
export type Direction = (typeof DIRECTIONS)[number]

export const PASS_ENTRIES = ['one', 'return', 'many'] as const
type AllowedEntries = (typeof PASS_ENTRIES)[number]

/**
 * Data of a pass for `judgePass`, which runs on the server and on the devices of the gate. Times are ISO 8601
 * in UTC, daily hours are HH:MM.
 */
export interface JudgedPass {
  readonly from: string
  readonly to: string
  /** Daily hours in community time; null: all day. */
  readonly dayFrom: string | null
  readonly dayTo: string | null
  /** `return`: one visit, but people who step out may come back. */
  readonly entries: AllowedEntries
  readonly people: number
  readonly entered: number
  readonly left: number
  readonly endedAt: string | null
  readonly barred: boolean
}

export interface JudgeContext {
  readonly now: Date
  readonly timeZone: string
  readonly direction?: Direction
}

export interface Judgement {
  readonly verdict: Verdict
  readonly may: readonly ('in' | 'out')[]
}

/**
 * Decides whether people with this pass may enter or leave at a time (rules 24.10). People who are inside may
 * always leave. If the gate is only for entering, they get the verdict `inside`.
 */
export function judgePass(pass: JudgedPass, { now, timeZone, direction = 'both' }: JudgeContext): Judgement {
  const insideCount = pass.entered - pass.left
  const admissionVerdict = judgeAdmission(pass, now, timeZone)
  const canEnter = admissionVerdict === 'mayEnter' && direction !== 'out' && canMorePeopleEnter(pass)
  const canLeave = insideCount > 0 && direction !== 'in'
  if (canEnter && (insideCount < pass.people || !canLeave))
    return { verdict: 'mayEnter', may: canLeave ? ['in', 'out'] : ['in'] }
  if (canLeave) return { verdict: 'mayLeave', may: ['out'] }
  if (insideCount > 0) return { verdict: 'inside', may: [] }
  return { verdict: admissionVerdict === 'mayEnter' ? 'ended' : admissionVerdict, may: [] }
}

function judgeAdmission(pass: JudgedPass, now: Date, timeZone: string): Verdict {
  if (pass.endedAt !== null) return 'ended'
  if (pass.barred) return 'askOffice'
  if (now < new Date(pass.from)) return 'tooEarly'
  if (now > new Date(pass.to)) return 'tooLate'
  const time = formatPickerTime(now, timeZone).slice(11, 16)
  if (pass.dayFrom !== null && time < pass.dayFrom) return 'tooEarly'
  if (pass.dayTo !== null && time > pass.dayTo) return 'tooLate'
  return 'mayEnter'
}

function canMorePeopleEnter({ entries, entered, left, people }: JudgedPass): boolean {
  return entries === 'one' ? entered < people : entered - left < people
}
