import {
  CalendarX,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  DoorOpen,
  Hand,
  type LucideIcon,
  OctagonX,
  UserRoundCheck,
} from 'lucide-react'
import {
  formatDateTime,
  formatDay,
  formatPeriod,
  formatTime,
  getToday,
  toCommunityTime,
  toInstant,
} from '#lib/time.ts'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import type { Verdict } from '@tahanan/contract/gate/judge-pass.ts'

export const VERDICT_ICONS: Readonly<Record<Verdict, LucideIcon>> = {
  mayEnter: CircleCheck,
  mayLeave: DoorOpen,
  tooEarly: Clock,
  tooLate: CalendarX,
  inside: UserRoundCheck,
  ended: OctagonX,
  unknown: CircleQuestionMark,
  askOffice: Hand,
}

// The parameter `now` of these functions is the server's time in milliseconds since 1970 (rules 24.48).

const formatHour = (hour: string, now: number): string => formatTime(toInstant(`${getToday(now)} ${hour}`))

const formatTimeOrDate = (instant: string, now: number): string =>
  formatDay(instant, now) === 'Today' ? formatTime(instant) : formatDateTime(instant, now)

export function formatStartHour({ from, dayFrom }: Pick<GatePass, 'from' | 'dayFrom'>, now: number): string {
  const communityTime = toCommunityTime(from)
  const time = communityTime?.startsWith(getToday(now)) ? communityTime.slice(11, 16) : '00:00'
  const earliestTime = dayFrom !== null && dayFrom > time ? dayFrom : time
  return earliestTime === '00:00' ? 'All day' : formatHour(`${earliestTime.slice(0, 2)}:00`, now)
}

export function getVerdictReason(verdict: Verdict, pass: GatePass | null, now: number): string {
  if (verdict === 'askOffice') return 'Call the office before you let anybody in.'
  if (pass === null) return 'No pass has this code. Ask for it once more, or register a walk-in.'
  const { from, to, dayFrom, dayTo, lastInAt, lastOutAt } = pass
  const nowText = new Date(now).toISOString()
  const isDay = from <= nowText && nowText <= to && dayFrom !== null && dayTo !== null
  const hours = isDay ? `Valid from ${formatHour(dayFrom, now)} to ${formatHour(dayTo, now)}.` : undefined
  if (verdict === 'tooEarly') return hours ?? `Valid from ${formatTimeOrDate(from, now)}.`
  if (verdict === 'tooLate') return hours ?? `It was valid until ${formatTimeOrDate(to, now)}.`
  if (verdict === 'inside') return `In since ${formatTime(lastInAt)}.`
  if (verdict === 'ended')
    return lastOutAt
      ? `Used. Left ${formatTimeOrDate(lastOutAt, now)}.`
      : 'To ask the unit, register a walk-in.'
  return ''
}

export function formatAdmissionHours({ from, to, dayFrom, dayTo }: GatePass, now: number): string {
  if (dayFrom === null || dayTo === null) return formatPeriod(from, to, { now })
  return `${formatPeriod(from, to, { days: true, now })}, ${formatHour(dayFrom, now)} to ${formatHour(dayTo, now)}`
}

export const formatPeople = (people: number): string => (people === 1 ? '1 person' : `${people} people`)

export function describePeopleInside({ people, entered, left, came }: GatePass): string {
  const insideCount = entered - left
  if (people === 1) return insideCount === 0 ? formatPeople(people) : 'Inside'
  if (came === 0) return formatPeople(people)
  return `${came} of ${people} came, ${insideCount} inside`
}

interface WorkerAtGate {
  readonly name: string
  readonly isInside: boolean
}

export function listWorkers({
  workers,
  workersInside,
}: Pick<GatePass, 'workers' | 'workersInside'>): WorkerAtGate[] {
  return workers.map((name) => ({ name, isInside: workersInside.includes(name) }))
}

/**
 * Whether the ticked workers may enter or leave. To enter, all must be outside; to leave, all must be inside.
 * If guards recorded fewer names than people inside, any worker may leave.
 */
export function mayWorkersMove(
  pass: GatePass,
  kind: 'in' | 'out',
  tickedWorkers: readonly WorkerAtGate[],
): boolean {
  if (tickedWorkers.length === 0 || tickedWorkers.length > countPeopleWhoMayMove(pass, kind)) return false
  if (kind === 'in') return tickedWorkers.every(({ isInside }) => !isInside)
  return (
    tickedWorkers.every(({ isInside }) => isInside) || pass.workersInside.length < pass.entered - pass.left
  )
}

export const countPeopleWhoMayMove = (
  { entries, people, entered, left }: GatePass,
  kind: 'in' | 'out',
): number => {
  const insideCount = entered - left
  if (kind === 'out') return insideCount
  return Math.max(0, people - (entries === 'one' ? entered : insideCount))
}

/**
 * Returns the number of people that the form shows first. It assumes that visitors enter and leave together,
 * also after a short absence, and that workers do so one by one.
 */
export function getInitialPeople(pass: GatePass, kind: 'in' | 'out' | undefined): number {
  if (pass.entries === 'many' || !kind) return 1
  const peopleOutside =
    kind === 'in' && pass.entries === 'return' ? pass.came - (pass.entered - pass.left) : 0
  return Math.max(
    1,
    peopleOutside > 0
      ? Math.min(peopleOutside, countPeopleWhoMayMove(pass, kind))
      : countPeopleWhoMayMove(pass, kind),
  )
}
