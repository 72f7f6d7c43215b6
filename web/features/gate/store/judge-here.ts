import type { GateCounts, GateList, GatePass, Scan } from '@tahanan/contract/gate/answers.ts'
import { judgePass } from '@tahanan/contract/gate/judge.ts'
import { IS_CODE, normalizeCode } from '@tahanan/contract/gate/words.ts'
import { hasWords } from '@tahanan/contract/text/fold-text.ts'
import { formatPicker, startOfDay } from '@tahanan/contract/time.ts'
import type { GateEvent, KeptEntry } from './device-store.ts'

export type GateListName = 'expected' | 'inside' | 'left'

export type Scanned = { code: string } | { token: string }

const MAX_LINK_LENGTH = 300

/** Link of a pass as a barcode scanner types it while Caps Lock is on: upper and lower case are swapped. */
const CAPS_LINK = /^HTTPS?:\/\/.*\/PASS#/

const swapCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))

/**
 * Whether the case of a scanned link is lost, because some computers turn all letters into capitals while
 * Caps Lock is on.
 */
export const hasLostCase = (text: string): boolean => CAPS_LINK.test(text.trim()) && !/[a-z]/.test(text)

export function parseScanned(text: string): Scanned | undefined {
  const typed = text.slice(0, MAX_LINK_LENGTH + 1).trim()
  if (typed.length > MAX_LINK_LENGTH || hasLostCase(typed)) return undefined
  const trimmed = CAPS_LINK.test(typed) ? swapCase(typed) : typed
  const token = /(?:^|\/pass#)([\w-]{22})$/.exec(trimmed)?.[1]
  if (token) return { token }
  const code = normalizeCode(trimmed)
  return IS_CODE.test(code) ? { code } : undefined
}

export interface KeptList {
  list: GateList
  entries: readonly KeptEntry[]
}

/**
 * Returns the passes of the stored list, and those of walk-ins admitted by this device that are not in the
 * list yet.
 */
function listPasses({ list, entries }: KeptList): GatePass[] {
  const listed = new Set(list.passes.map(({ code }) => code))
  const own = entries.filter(
    ({ event: { kind, code, walkIn } }) => kind === 'in' && walkIn && !listed.has(code),
  )
  return [
    ...list.passes,
    ...own.map(({ event, seq }) => toWalkInPass(event, { id: -seq, timeZone: list.timeZone })),
  ]
}

export const UNUSED = {
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

/** Returns the pass of a walk-in. It is valid until the end of the day, but at least for two hours. */
export function toWalkInPass(
  { code, at, people, walkIn }: GateEvent,
  { id, timeZone }: { id: number; timeZone: string },
): GatePass {
  const to = Math.max(Date.parse(getDay(timeZone, Date.parse(at)).end) - 1, Date.parse(at) + 2 * 3_600_000)
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
    to: new Date(to).toISOString(),
    dayFrom: null,
    dayTo: null,
    entries: 'one',
    people,
    ...UNUSED,
  }
}

export async function findHere(kept: KeptList, scanned: Scanned): Promise<GatePass | undefined> {
  const hash = 'token' in scanned && (await sha256(scanned.token))
  const isIt = (pass: GatePass): boolean =>
    'code' in scanned ? pass.code === scanned.code : pass.tokenHash === hash
  const found = listPasses(kept).find(isIt)
  return found && addEntries(found, kept.entries)
}

async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Returns the pass after this device's entries. The server will compute the same when it receives them. */
export function addEntries(pass: GatePass, entries: readonly KeptEntry[]): GatePass {
  const undone = new Set(entries.map(({ event }) => event.undoes))
  const own = entries.filter(
    ({ event: { code, kind, key, undoes } }) =>
      code === pass.code &&
      kind !== 'refused' &&
      !undone.has(key) &&
      !entries.some(({ event }) => event.key === undoes),
  )
  if (own.length === 0) return pass
  let { entered, left, lastInAt, lastOutAt, ticked, came, workersInside } = pass
  for (const { event, ...added } of own) {
    // People may have been admitted at another gate at the same time, so no more than the pass's number of
    // people can be inside.
    entered = Math.max(0, entered + Math.min(added.entered, Math.max(0, pass.people - (entered - left))))
    const { kind, workers = [] } = event
    const others = workersInside.filter((name) => !workers.includes(name))
    workersInside = kind === 'in' ? [...others, ...workers] : kind === 'out' ? others : workersInside
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

/** Returns the same verdict as `POST /gate-scan`. `now` is the estimated time of the server. */
export function judgeOnDevice({ timeZone, gate }: GateList, pass: GatePass, now: number): Scan {
  const { verdict, may } = judgePass(pass, { now: new Date(now), timeZone, direction: gate?.direction })
  return { verdict, may: [...may], pass }
}

/**
 * Returns the passes of a list in the same order as the server. `words` are searched in unit, name, number,
 * code and client name.
 */
export function listStoredPasses(
  kept: KeptList,
  name: GateListName | undefined,
  now: number,
  words = '',
): GatePass[] {
  const { list, entries } = kept
  const [isListed, order] = name ? LISTS[name] : ALL
  const day = getDay(list.timeZone, now)
  const own = new Map<string, KeptEntry[]>()
  for (const entry of entries) own.set(entry.event.code, [...(own.get(entry.event.code) ?? []), entry])
  return listPasses(kept)
    .map((pass) => addEntries(pass, own.get(pass.code) ?? []))
    .filter((pass) => isListed(pass, day) && hasWords(toSearchText(pass), words))
    .toSorted((a, b) => order(a, day) - order(b, day))
}

const toSearchText = ({ unitNumber, name, number, code, clientName }: GatePass): string =>
  `${unitNumber} ${name} ${number} ${code} ${clientName}`

interface Day {
  now: string
  start: string
  end: string
  /** Current time (HH:MM) in the community's time zone. */
  time: string
}

function getDay(timeZone: string, now: number): Day {
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

const byHour: List[1] = ({ from, dayFrom }, { start }) => {
  const [hours = 0, minutes = 0] = (dayFrom ?? '00:00').split(':').map(Number)
  return Math.max(Date.parse(from), Date.parse(start) + (hours * 60 + minutes) * 60_000)
}

const overstays = ({ to, dayFrom, dayTo }: GatePass, { now, time }: Day): boolean =>
  to < now || (dayTo !== null && time > dayTo) || (dayFrom !== null && time < dayFrom)

/** Filter and order of each list. They must equal those of `GET /gate-passes` (rules 24.18). */
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

export function countStoredPasses(kept: KeptList, now: number): GateCounts {
  const inside = listStoredPasses(kept, 'inside', now)
  const day = getDay(kept.list.timeZone, now)
  return {
    expected: listStoredPasses(kept, 'expected', now).length,
    inside: inside.length,
    overstay: inside.filter((pass) => overstays(pass, day)).length,
    left: listStoredPasses(kept, 'left', now).length,
    officePhone: kept.list.officePhone,
  }
}
