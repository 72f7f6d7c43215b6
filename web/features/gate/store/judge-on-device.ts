import type { GateCounts, GateList, GatePass, ScanResult } from '@tahanan/contract/gate/answers.ts'
import { judgePass } from '@tahanan/contract/gate/judge-pass.ts'
import { CODE_PATTERN, normalizeCode } from '@tahanan/contract/gate/labels-and-codes.ts'
import { containsSearchTerm } from '@tahanan/contract/text/fold-text.ts'
import { formatPickerTime, getStartOfDay } from '@tahanan/contract/time.ts'
import type { GateEvent, QueuedEntry } from './device-store.ts'

export type GateListName = 'expected' | 'inside' | 'left'

export type ScannedPassId = { code: string } | { token: string }

const MAX_LINK_LENGTH = 300

/** Link of a pass as a barcode scanner types it while Caps Lock is on: upper and lower case are swapped. */
const CAPS_LOCK_LINK_PATTERN = /^HTTPS?:\/\/.*\/PASS#/

const swapCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))

/**
 * Returns true if all letters of the link are capitals, as some computers type them while Caps Lock is on.
 * The pass cannot be found by such a link.
 */
export const isUppercaseLink = (text: string): boolean =>
  CAPS_LOCK_LINK_PATTERN.test(text.trim()) && !/[a-z]/.test(text)

export function parseScannedText(text: string): ScannedPassId | undefined {
  const trimmedText = text.slice(0, MAX_LINK_LENGTH + 1).trim()
  if (trimmedText.length > MAX_LINK_LENGTH || isUppercaseLink(trimmedText)) return undefined
  const textWithFixedCase = CAPS_LOCK_LINK_PATTERN.test(trimmedText) ? swapCase(trimmedText) : trimmedText
  const token = /(?:^|\/pass#)([\w-]{22})$/.exec(textWithFixedCase)?.[1]
  if (token) return { token }
  const code = normalizeCode(textWithFixedCase)
  return CODE_PATTERN.test(code) ? { code } : undefined
}

export interface StoredList {
  list: GateList
  entries: readonly QueuedEntry[]
}

function listPasses({ list, entries }: StoredList): GatePass[] {
  const listedCodes = new Set(list.passes.map(({ code }) => code))
  const walkInEntries = entries.filter(
    ({ event: { kind, code, walkIn } }) => kind === 'in' && walkIn && !listedCodes.has(code),
  )
  return [
    ...list.passes,
    ...walkInEntries.map(({ event, seq }) => toWalkInPass(event, { id: -seq, timeZone: list.timeZone })),
  ]
}

export const UNUSED_PASS_FIELDS = {
  workersInside: [],
  came: 0,
  entered: 0,
  left: 0,
  lastInAt: null,
  lastOutAt: null,
  endedAt: null,
  mark: '',
  barred: false,
} satisfies Partial<GatePass>

/**
 * Creates a pass for people without one. It is valid until the end of the day, but at least for two hours.
 */
export function toWalkInPass(
  { code, at, people, walkIn }: GateEvent,
  { id, timeZone }: { id: number; timeZone: string },
): GatePass {
  const endTime = Math.max(
    Date.parse(getDayTimes(timeZone, Date.parse(at)).end) - 1,
    Date.parse(at) + 2 * 3_600_000,
  )
  return {
    id,
    code,
    tokenHash: null,
    ticketId: null,
    walkInId: null,
    kind: 'Walk-in',
    number: '',
    name: walkIn?.name || 'Walk-in',
    purpose: walkIn?.purpose ?? '',
    unitNumber: walkIn?.unit ?? '',
    clientName: '',
    items: [],
    ticked: [],
    workers: [],
    from: at,
    to: new Date(endTime).toISOString(),
    dayFrom: null,
    dayTo: null,
    entries: 'one',
    people,
    ...UNUSED_PASS_FIELDS,
  }
}

export async function findStoredPass(
  storedList: StoredList,
  scannedPassId: ScannedPassId,
): Promise<GatePass | undefined> {
  const hash = 'token' in scannedPassId && (await hashSha256(scannedPassId.token))
  const isScannedPass = (pass: GatePass): boolean =>
    'code' in scannedPassId ? pass.code === scannedPassId.code : pass.tokenHash === hash
  const foundPass = listPasses(storedList).find(isScannedPass)
  return foundPass && applyEntriesToPass(foundPass, storedList.entries)
}

async function hashSha256(text: string): Promise<string> {
  const digestBytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digestBytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Adds queued entries to the counts of a pass. The result is the same as on the server after it has received
 * these entries.
 */
export function applyEntriesToPass(pass: GatePass, entries: readonly QueuedEntry[]): GatePass {
  const undoneKeys = new Set(entries.map(({ event }) => event.undoes))
  const entriesOfPass = entries.filter(
    ({ event: { code, kind, key, undoes } }) =>
      code === pass.code &&
      kind !== 'refused' &&
      !undoneKeys.has(key) &&
      !entries.some(({ event }) => event.key === undoes),
  )
  if (entriesOfPass.length === 0) return pass
  let { entered, left, lastInAt, lastOutAt, ticked, came, workersInside } = pass
  for (const { event, ...added } of entriesOfPass) {
    // Another gate may have admitted people of this pass at the same time. The number of people inside is
    // therefore limited to the number of people on the pass.
    entered = Math.max(0, entered + Math.min(added.entered, Math.max(0, pass.people - (entered - left))))
    const { kind, workers = [] } = event
    const otherWorkersInside = workersInside.filter((name) => !workers.includes(name))
    workersInside =
      kind === 'in'
        ? [...otherWorkersInside, ...workers]
        : kind === 'out'
          ? otherWorkersInside
          : workersInside
    left = Math.min(entered, Math.max(0, left + added.left))
    came = pass.entries === 'one' ? entered : Math.max(came, entered - left)
    if (event.kind === 'in') lastInAt = event.at
    if (event.kind === 'out') lastOutAt = event.at
    ticked = event.ticked ?? ticked
  }
  // A pass for one entry ends when the last person has left.
  const isUsed = pass.entries === 'one' && left > pass.left && left === entered && entered >= pass.people
  return {
    ...pass,
    entered,
    left,
    lastInAt,
    lastOutAt,
    ticked,
    came,
    workersInside,
    endedAt: pass.endedAt ?? (isUsed ? lastOutAt : null),
  }
}

/**
 * Decides on the device whether people with the pass may enter or leave. The result is the same as that of
 * `POST /gate-scan`. `now` is the estimated time of the server.
 */
export function judgeOnDevice({ timeZone, gate }: GateList, pass: GatePass, now: number): ScanResult {
  const { verdict, may } = judgePass(pass, { now: new Date(now), timeZone, direction: gate?.direction })
  return { verdict, may: [...may], pass }
}

/**
 * Returns stored passes in the same order as the server. `searchText` is matched against unit, name, number,
 * code and client name.
 */
export function listStoredPasses(
  storedList: StoredList,
  name: GateListName | undefined,
  now: number,
  searchText = '',
): GatePass[] {
  const { list, entries } = storedList
  const [isListed, order] = name ? LIST_RULES[name] : ALL_PASSES_RULE
  const day = getDayTimes(list.timeZone, now)
  const entriesByCode = new Map<string, QueuedEntry[]>()
  for (const entry of entries)
    entriesByCode.set(entry.event.code, [...(entriesByCode.get(entry.event.code) ?? []), entry])
  return listPasses(storedList)
    .map((pass) => applyEntriesToPass(pass, entriesByCode.get(pass.code) ?? []))
    .filter((pass) => isListed(pass, day) && containsSearchTerm(toSearchText(pass), searchText))
    .toSorted((a, b) => order(a, day) - order(b, day))
}

const toSearchText = ({ unitNumber, name, number, code, clientName }: GatePass): string =>
  `${unitNumber} ${name} ${number} ${code} ${clientName}`

interface DayTimes {
  now: string
  start: string
  end: string
  /** Current time (HH:MM) in the community's time zone. */
  time: string
}

function getDayTimes(timeZone: string, now: number): DayTimes {
  const currentTime = new Date(now)
  const start = getStartOfDay(currentTime, timeZone)
  const startOfNextDay = getStartOfDay(new Date(start.getTime() + 36 * 3_600_000), timeZone)
  const time = formatPickerTime(currentTime, timeZone).slice(11, 16)
  return {
    now: currentTime.toISOString(),
    start: start.toISOString(),
    end: startOfNextDay.toISOString(),
    time,
  }
}

type ListRule = readonly [
  isListed: (pass: GatePass, day: DayTimes) => boolean,
  order: (pass: GatePass, day: DayTimes) => number,
]

const getStartTime: ListRule[1] = ({ from, dayFrom }, { start }) => {
  const [hours = 0, minutes = 0] = (dayFrom ?? '00:00').split(':').map(Number)
  return Math.max(Date.parse(from), Date.parse(start) + (hours * 60 + minutes) * 60_000)
}

const isOverstaying = ({ to, dayFrom, dayTo }: GatePass, { now, time }: DayTimes): boolean =>
  to < now || (dayTo !== null && time > dayTo) || (dayFrom !== null && time < dayFrom)

/** Returns true if people are inside after the end of their pass or outside its daily hours (rules 24.42). */
export const isInsideAfterHours = (pass: GatePass, timeZone: string, now: number): boolean =>
  pass.entered > pass.left && isOverstaying(pass, getDayTimes(timeZone, now))

/** Returns true if all people of a visit came, so that the server counts its pass as used once they left. */
const isUsedVisit = ({ entries, entered, people }: GatePass): boolean =>
  entries === 'return' && entered >= people

/** Filter and order of each list. They must equal those of `GET /gate-passes` (rules 24.18). */
const LIST_RULES: Readonly<Record<GateListName, ListRule>> = {
  expected: [
    (pass, { now, end }) =>
      pass.endedAt === null &&
      !isUsedVisit(pass) &&
      pass.entered === pass.left &&
      pass.from < end &&
      pass.to >= now,
    getStartTime,
  ],
  inside: [
    ({ entered, left }) => entered > left,
    (pass, day) => Date.parse(pass.to) - (isOverstaying(pass, day) ? Date.parse(day.now) : 0),
  ],
  left: [
    ({ lastOutAt, entered, left }, { start }) => lastOutAt !== null && lastOutAt >= start && entered === left,
    ({ lastOutAt }) => -Date.parse(lastOutAt ?? ''),
  ],
}

const ALL_PASSES_RULE: ListRule = [() => true, getStartTime]

export function countStoredPasses(storedList: StoredList, now: number): GateCounts {
  const passesInside = listStoredPasses(storedList, 'inside', now)
  const day = getDayTimes(storedList.list.timeZone, now)
  return {
    expected: listStoredPasses(storedList, 'expected', now).length,
    inside: passesInside.length,
    overstay: passesInside.filter((pass) => isOverstaying(pass, day)).length,
    left: listStoredPasses(storedList, 'left', now).length,
    officePhone: storedList.list.officePhone,
  }
}
