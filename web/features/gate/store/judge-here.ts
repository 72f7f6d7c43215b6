import type { GateCounts, GateList, GatePass, Scan } from '@tahanan/contract/gate/answers.ts'
import { judge } from '@tahanan/contract/gate/judge.ts'
import { CODE_LENGTH, CODE_LETTERS, plainCode } from '@tahanan/contract/gate/words.ts'
import { formatPicker, startOfDay } from '@tahanan/contract/time.ts'
import type { KeptEntry } from './device-store.ts'

/** The three lists of the gate's page. */
export type GateListName = 'expected' | 'inside' | 'left'

/** Code or token of a text that was typed or scanned. */
export type Scanned = { code: string } | { token: string }

/** The longest text that may be a link of a pass. */
const MAX_TEXT = 300
const CODE = new RegExp(`^[${CODE_LETTERS}]{${CODE_LENGTH}}$`)

/** Reads a typed code, a pass's link or its token; undefined for any other text. */
export function readScanned(text: string): Scanned | undefined {
  const trimmed = text.slice(0, MAX_TEXT + 1).trim()
  if (trimmed.length > MAX_TEXT) return undefined
  const token = /(?:^|\/pass#)([\w-]{22})$/.exec(trimmed)?.[1]
  if (token) return { token }
  const code = plainCode(trimmed)
  return CODE.test(code) ? { code } : undefined
}

/** A kept list, with what this device recorded since. */
export interface KeptList {
  list: GateList
  entries: readonly KeptEntry[]
}

/** Finds a pass on the kept list, as this device saw it last. */
export async function findHere({ list, entries }: KeptList, scanned: Scanned): Promise<GatePass | undefined> {
  const hash = 'token' in scanned && (await sha256(scanned.token))
  const isIt = (pass: GatePass): boolean =>
    'code' in scanned ? pass.code === scanned.code : pass.tokenHash === hash
  const found = list.passes.find(isIt)
  return found && withEntries(found, entries)
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Adds a device's entries to a pass that does not know them, as the server will. */
export function withEntries(pass: GatePass, entries: readonly KeptEntry[]): GatePass {
  const own = entries.filter(({ event }) => event.code === pass.code && event.kind !== 'refused')
  if (own.length === 0) return pass
  let { entered, left, lastInAt, lastOutAt, ticked } = pass
  for (const { event, ...added } of own) {
    entered = Math.max(0, entered + added.entered)
    left = Math.min(entered, Math.max(0, left + added.left))
    if (event.kind === 'in') lastInAt = event.at
    if (event.kind === 'out') lastOutAt = event.at
    ticked = event.ticked ?? ticked
  }
  // The last exit of a pass of one entry ends it.
  const isUsed = pass.entries === 'one' && left > pass.left && left === entered && entered >= pass.people
  return {
    ...pass,
    entered,
    left,
    lastInAt,
    lastOutAt,
    ticked,
    endedAt: pass.endedAt ?? (isUsed ? lastOutAt : null),
  }
}

/** Judges a pass at a moment of the server's clock, as `POST /gate-scan` does. */
export function judgeHere({ timeZone, gate }: GateList, pass: GatePass, now: number): Scan {
  const { verdict, may } = judge(pass, { now: new Date(now), timeZone, direction: gate?.direction })
  return { verdict, may: [...may], pass }
}

/**
 * Passes of a list, or of all that are kept, at a moment, in the order of the server's list; `words` look in unit,
 * name, number and code.
 */
export function listHere(
  { list, entries }: KeptList,
  name: GateListName | undefined,
  now: number,
  words = '',
): GatePass[] {
  const [isListed, order] = name ? LISTS[name] : ALL
  const day = dayOf(list.timeZone, now)
  const found = words.toLowerCase().split(/\s+/).filter(Boolean)
  const own = new Map<string, KeptEntry[]>()
  for (const entry of entries) own.set(entry.event.code, [...(own.get(entry.event.code) ?? []), entry])
  return list.passes
    .map((pass) => withEntries(pass, own.get(pass.code) ?? []))
    .filter((pass) => isListed(pass, day) && found.every((word) => textOf(pass).includes(word)))
    .toSorted((a, b) => order(a, day) - order(b, day))
}

const textOf = ({ unitNumber, name, number, code, clientName }: GatePass): string =>
  `${unitNumber} ${name} ${number} ${code} ${clientName}`.toLowerCase()

interface Day {
  now: string
  start: string
  end: string
  /** HH:MM of the community. */
  time: string
}

function dayOf(timeZone: string, now: number): Day {
  const moment = new Date(now)
  const start = startOfDay(moment, timeZone)
  const end = startOfDay(new Date(start.getTime() + 36 * 3_600_000), timeZone)
  const time = formatPicker(moment, timeZone).slice(11, 16)
  return { now: moment.toISOString(), start: start.toISOString(), end: end.toISOString(), time }
}

type List = readonly [
  isListed: (pass: GatePass, day: Day) => boolean,
  order: (pass: GatePass, day: Day) => number,
]

/** Orders by the hour from which a pass lets in today. */
const byHour: List[1] = ({ from, dayFrom }, { start }) => {
  const [hours = 0, minutes = 0] = (dayFrom ?? '00:00').split(':').map(Number)
  return Math.max(Date.parse(from), Date.parse(start) + (hours * 60 + minutes) * 60_000)
}

/** Whether who is inside is so longer than the pass and its hours say. */
const overstays = ({ to, dayFrom, dayTo }: GatePass, { now, time }: Day): boolean =>
  to < now || (dayTo !== null && time > dayTo) || (dayFrom !== null && time < dayFrom)

/** Lists of the gate, as `GET /gate-passes` has them (rules 24.18). */
const LISTS: Readonly<Record<GateListName, List>> = {
  expected: [
    ({ endedAt, entered, left, from, to }, { now, end }) =>
      endedAt === null && entered === left && from < end && to >= now,
    byHour,
  ],
  inside: [
    ({ entered, left }) => entered > left,
    (pass, day) => Date.parse(pass.to) - (overstays(pass, day) ? Date.parse(day.now) : 0),
  ],
  left: [
    ({ lastOutAt, entered, left }, { start }) => lastOutAt !== null && lastOutAt >= start && entered === left,
    ({ lastOutAt }) => -Date.parse(lastOutAt ?? ''),
  ],
}

const ALL: List = [() => true, byHour]

export function countsHere(kept: KeptList, now: number): GateCounts {
  const inside = listHere(kept, 'inside', now)
  const day = dayOf(kept.list.timeZone, now)
  return {
    expected: listHere(kept, 'expected', now).length,
    inside: inside.length,
    overstay: inside.filter((pass) => overstays(pass, day)).length,
    left: listHere(kept, 'left', now).length,
  }
}
