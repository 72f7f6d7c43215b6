import { loadBarredCheck } from '#features/gate/do-not-admit/repository.ts'
import { createOfflinePass } from '#features/passes/create-walk-in-pass.ts'
import {
  findPass,
  lockPass,
  presentGatePass,
  type GatePassRow,
  type TicketOfPass,
} from '#features/passes/gate-pass-row.ts'
import { findEndedDevice } from '#features/sessions/enrol-device.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { createTooManyRequestsError } from '#platform/errors.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { publishEvent } from '#platform/realtime/outbox.ts'
import type { EntryResult, GatePass } from '@tahanan/contract/gate/answers.ts'
import type { BarredCheck } from '@tahanan/contract/gate/create-barred-check.ts'
import {
  CLOCK_TOLERANCE_MS,
  ENTRY_MARK_LABELS,
  formatOfficeApproval,
  PASS_TOKEN_PATTERN,
  normalizeCode,
  type EntryOutcome,
  type EntryMark,
} from '@tahanan/contract/gate/labels-and-codes.ts'
import type { NewEntry } from '@tahanan/contract/gate/requests.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { countEntries, isUndoneBy, type CountedEntry } from './count-entries.ts'
import { judgeScan, getEntryMark } from './judge-scan.ts'
import {
  toAuthorColumns,
  listCountedEntries,
  findEntry,
  findLastOnlineAt,
  insertEntry,
  listRecorders,
  updateCounts,
  toUuid,
  type Recorder,
} from './repository.ts'
import { updateTicketOfPass, notifyMarkedEntry, notifyResident } from './update-ticket-of-pass.ts'
import { createWrongCodeLimit } from './wrong-code-limit.ts'

const UNDO_REFUSED_MESSAGE = 'An entry can be undone for a minute, on the device that recorded it.'

interface EntryContext {
  readonly actor: AdminActor
  /** Administrator who recorded the entry. Usually the actor, who sends it. */
  readonly recorder: Recorder
  readonly isBarred: BarredCheck
  readonly timeZone: string
  /** Time when the office ended (revoked) the device; null while the device is enrolled. */
  readonly endedAt: Date | null
  readonly seenAt: Date | null
}

/**
 * Entry (a person going in or out) with parsed times. `at` is the time that the portal uses for it;
 * `deviceAt` is the time by the device's clock.
 */
interface TimedEntry extends Omit<NewEntry, 'at' | 'deviceAt'> {
  readonly at: Date
  readonly deviceAt: Date
}

interface Sender {
  readonly actor: AdminActor
  readonly address: string
  /**
   * Secret of the gate device that stored the entries while it was offline. It makes the server accept them
   * even after the office ended (revoked) the device (rules 24.49).
   */
  readonly gateSecret: string | undefined
}

/**
 * Saves entries (people going in or out), each in its own transaction. Saves an entry only once per key
 * (rules 24.12). Limits unknown codes: above the limit, online entries get 429, and offline entries are saved
 * but answered without their pass.
 */
export async function recordEntries(
  services: PlatformContext,
  { address, gateSecret, ...caller }: Sender,
  events: readonly NewEntry[],
): Promise<EntryResult[]> {
  const { db, config } = services
  const endedDevice = caller.actor.gate ? undefined : await findEndedDevice(db, gateSecret)
  const actor = endedDevice ? { ...caller.actor, gate: endedDevice.gate } : caller.actor
  const codeLimit = createWrongCodeLimit(services, actor, address)
  const context = {
    actor,
    isBarred: await loadBarredCheck(db, config.communityTimeZone),
    timeZone: config.communityTimeZone,
    endedAt: endedDevice?.endedAt ?? null,
    seenAt: (await findLastOnlineAt(db, { sessionId: actor.sessionId })) ?? null,
  }
  const recorders = actor.gate
    ? await listRecorders(
        db,
        events.flatMap(({ by }) => by ?? []),
      )
    : new Map<number, Recorder>()
  const entryResults: EntryResult[] = []
  let waitSeconds = await codeLimit.wait()
  for (const event of events) {
    const recorder = event.by === actor.id ? undefined : recorders.get(event.by ?? 0)
    const entry = parseTimes({ ...event, note: formatNote(event, recorder?.name) }, actor)
    if (waitSeconds > 0 && !entry.offline) throw createTooManyRequestsError(waitSeconds)
    const result = await runInTransaction(services, (tx) =>
      saveEntry(tx, entry, { ...context, recorder: recorder ?? actor }),
    )
    entryResults.push(waitSeconds > 0 ? { ...result, pass: null } : result)
    if (result.pass !== null || result.outcome === 'repeated') continue
    await codeLimit.count()
    waitSeconds = await codeLimit.wait()
  }
  return entryResults
}

function formatNote({ note, officeYes }: NewEntry, by: string | undefined): string {
  const recordedByNote = by === undefined ? '' : `Recorded by ${by}.`
  return [recordedByNote, officeYes?.trim() && formatOfficeApproval(officeYes), note]
    .filter(Boolean)
    .join(' ')
}

async function saveEntry(tx: Tx, receivedEntry: TimedEntry, context: EntryContext): Promise<EntryResult> {
  const code = await findCode(tx, receivedEntry.code)
  const { row: foundRow, ticket } = await lockPass(tx, code)
  const [knownEntry] = await findEntry(tx, { key: receivedEntry.key })
  const row =
    foundRow ?? (knownEntry ? undefined : await createOfflineWalkIn(tx, { ...receivedEntry, code }, context))
  const pass = row ? presentGatePass(row, context.isBarred) : null
  const entry = omitUnknownWorkers(receivedEntry, pass)
  if (knownEntry && isRetryOfRefusedEntry(entry, knownEntry) && entry.offline) {
    // The server refused this entry before, but the device did not get the answer, so the guard decided by
    // the device's own check. The entry is saved again under another key.
    const retriedEntry = { ...entry, key: toRetryKey(entry.key) }
    return { ...(await saveEntry(tx, retriedEntry, context)), key: entry.key }
  }
  if (knownEntry) return createRepeatedResult(entry, knownEntry, pass)
  const entriesBefore = row
    ? await listCountedEntries(tx, { passId: row.id })
    : await listUndoneEntry(tx, entry)
  const { mark, refusal } = checkEntry(entry, pass, entriesBefore, context)
  const kind = refusal === undefined ? entry.kind : 'refused'
  const uncountedRow = { ...toEntryRow(entry, pass, row, context), kind, mark }
  const entriesAfter = hasEffect({ kind, mark }) ? [...entriesBefore, uncountedRow] : entriesBefore
  const countedPeople = countPeople(row, entriesAfter) - countPeople(row, entriesBefore)
  const entryValues = { ...uncountedRow, counted: countedPeople }
  if (!(await insertEntry(tx, entryValues))) return createRepeatedResult(entry, { kind, mark }, pass)
  if (refusal !== undefined) return createResult(entry, 'refused', mark, pass, refusal)
  if (mark !== '') await notifyMarkedEntry(tx, entryValues)
  const outcome = mark === '' ? 'written' : 'marked'
  if (!row || !hasEffect({ kind, mark })) return createResult(entry, outcome, mark, pass)
  const updatedRow = await applyEntry(tx, { entry, row, ticket, entries: entriesAfter }, context)
  return createResult(entry, outcome, mark, presentGatePass(updatedRow, context.isBarred))
}

function omitUnknownWorkers(entry: TimedEntry, pass: GatePass | null): TimedEntry {
  const names = new Set(entry.workers)
  const workers = pass?.workers.filter((name) => names.has(name)) ?? []
  return { ...entry, workers, people: workers.length > 0 ? workers.length : entry.people }
}

/**
 * Returns whether an entry changes the count of people. Refused entries and invalid undos (undos with a mark)
 * do not.
 */
const hasEffect = ({ kind, mark }: Pick<CountedEntry, 'kind' | 'mark'>): boolean =>
  kind !== 'refused' && (kind !== 'undo' || mark === '')

const countPeople = (row: GatePassRow | undefined, entries: readonly CountedEntry[]): number =>
  countEntries(entries, row?.people ?? Infinity).entered

async function listUndoneEntry(tx: Tx, { kind, undoes }: TimedEntry): Promise<CountedEntry[]> {
  if (kind !== 'undo' || undoes === undefined) return []
  return (await findEntry(tx, { key: undoes })).filter(({ pass_id: passId }) => passId === null)
}

/**
 * Creates the pass of a walk-in (visitor without a pass) that an enrolled device admitted offline (rules
 * 24.59). The guard who recorded the entry needs the permission: the next guard, who sends it, may lack it.
 */
async function createOfflineWalkIn(
  tx: Tx,
  { walkIn, kind, offline, ...entry }: TimedEntry,
  { actor, recorder, timeZone }: EntryContext,
): Promise<GatePassRow | undefined> {
  if (!walkIn || kind !== 'in' || !offline || !rolesAllow(recorder.roles, 'gate', 'register'))
    return undefined
  const { gate_id, device_id, admin_id, admin_name } = toAuthorColumns(actor)
  const { key, code, people, at, officeYes = '' } = entry
  const author = { gate_id, device_id, admin_id, admin_name }
  return createOfflinePass(
    tx,
    { ...walkIn, ...author, key, code, people, at, office_yes: officeYes },
    timeZone,
  )
}

// Finds the code of a scanned pass. If the device does not know the pass, the scanned text is the token of
// the pass's link and not the code.
async function findCode(tx: Tx, scannedText: string): Promise<string> {
  const token = PASS_TOKEN_PATTERN.test(scannedText) ? scannedText : undefined
  const pass = token && (await findPass(tx, { token }))
  return pass ? pass.code : normalizeCode(scannedText)
}

async function applyEntry(
  tx: Tx,
  {
    entry,
    row,
    ticket,
    entries,
  }: {
    entry: TimedEntry
    row: GatePassRow
    ticket: TicketOfPass | undefined
    entries: readonly CountedEntry[]
  },
  { actor, isBarred, timeZone }: EntryContext,
): Promise<GatePassRow> {
  const counts = countEntries(entries, row.people)
  const { entered, left, lastOutAt } = counts
  const isUsed = row.entries !== 'many' && entered >= row.people && entered === left
  const usedAt = isUsed ? (lastOutAt ?? entry.at) : null
  const tickedItems = entry.ticked ? listTickedItems(entry, presentGatePass(row, isBarred)) : row.ticked
  const savedCounts = await updateCounts(tx, row.id, { ...counts, ticked: tickedItems, usedAt })
  const undoneEntry = entries.find(({ key }) => key === entry.undoes)
  if (ticket)
    await updateTicketOfPass(tx, actor, {
      row,
      ticket,
      entry,
      undone: undoneEntry,
      entered,
      usedAt,
      timeZone,
    })
  await notifyResident(tx, actor, { row, entry, undone: undoneEntry, timeZone })
  if (ticket) await publishEvent(tx, 'ticket', { id: ticket.id })
  await publishEvent(tx, 'gate', { id: row.id })
  return { ...row, ...savedCounts }
}

const listTickedItems = ({ ticked = [] }: TimedEntry, pass: GatePass | null): string[] =>
  ticked.filter((name) => pass?.items.some((item) => item.name === name))

function checkEntry(
  entry: TimedEntry,
  pass: GatePass | null,
  entriesBefore: readonly CountedEntry[],
  { timeZone, actor, seenAt, endedAt }: EntryContext,
): { mark: EntryMark; refusal?: string } {
  const { kind, people, at, offline, undoes } = entry
  if (kind === 'refused') return { mark: '' }
  if (kind === 'undo') {
    const undoneEntry = entriesBefore.find(({ key }) => key === undoes)
    const undo = { ...toCountedEntry(entry), ...toAuthorColumns(actor) }
    const wasUndone = entriesBefore.some(
      (otherEntry) => otherEntry.undoes === undoes && undoneEntry && isUndoneBy(undoneEntry, otherEntry),
    )
    const isValidUndo = undoneEntry !== undefined && isUndoneBy(undoneEntry, undo) && !wasUndone
    if (offline) return { mark: isValidUndo || !undoneEntry ? '' : 'clock' }
    return isValidUndo ? { mark: '' } : { mark: '', refusal: UNDO_REFUSED_MESSAGE }
  }
  const deviceAt = offline ? entry.deviceAt : null
  const entryToMark = {
    kind,
    people,
    at,
    deviceAt,
    seenAt: offline ? seenAt : null,
    workers: entry.workers ?? [],
  }
  const isAllowedByOffice = kind === 'in' && pass?.barred === true && Boolean(entry.officeYes?.trim())
  const passMark = getEntryMark(isAllowedByOffice ? { ...pass, barred: false } : pass, entryToMark, timeZone)
  // The office allowed the entry of a person on the do-not-admit list. This also allows an entry outside the
  // pass's hours. The mark 'barred' stays, so that the log shows the approval.
  const officeMark = isAllowedByOffice && (passMark === '' || passMark === 'hours') ? 'barred' : passMark
  const isLater = endedAt !== null && at.getTime() > endedAt.getTime() + CLOCK_TOLERANCE_MS
  const finalMark = officeMark === '' && isLater ? 'device' : officeMark
  const isAllowed =
    offline ||
    finalMark === '' ||
    finalMark === 'people' ||
    (kind === 'out' && finalMark === 'hours') ||
    (isAllowedByOffice && finalMark === 'barred')
  return isAllowed ? { mark: finalMark } : { mark: finalMark, refusal: `${ENTRY_MARK_LABELS[finalMark]}.` }
}

// Returns the times of an entry. Only an enrolled device may set the time of offline entries. A time in the
// future is replaced by the present.
function parseTimes(event: NewEntry, { gate }: AdminActor): TimedEntry {
  const now = new Date()
  if (!gate) return { ...event, offline: false, at: now, deviceAt: now }
  const entryTime = event.offline ? new Date(Math.min(Date.parse(event.at), now.getTime())) : now
  return { ...event, at: entryTime, deviceAt: new Date(event.deviceAt ?? event.at) }
}

const toCountedEntry = ({ key, kind, people, at, deviceAt, undoes, workers }: TimedEntry) => ({
  key,
  kind,
  people,
  at,
  device_at: deviceAt,
  undoes: undoes ?? null,
  mark: '' as const,
  workers: workers ?? [],
})

function toEntryRow(
  entry: TimedEntry,
  pass: GatePass | null,
  row: GatePassRow | undefined,
  context: EntryContext,
) {
  const { actor, timeZone } = context
  return {
    ...toCountedEntry(entry),
    pass_id: row?.id ?? null,
    tenant_id: row?.tenant_id ?? null,
    ticket_id: row?.ticket_id ?? null,
    walk_in_id: row?.walk_in_id ?? null,
    verdict: entry.verdict ?? judgeScan(pass, { now: entry.at, timeZone }).verdict,
    name: pass?.name ?? entry.walkIn?.name ?? '',
    plate: row?.plate ?? entry.walkIn?.plate ?? '',
    ticked: listTickedItems(entry, pass),
    ...toAuthorColumns(actor),
    offline: entry.offline,
    note:
      entry.kind === 'in' && row?.office_yes
        ? `${formatOfficeApproval(row.office_yes)} ${entry.note}`.trim()
        : entry.note,
  }
}

function createResult(
  { key }: TimedEntry,
  outcome: EntryOutcome,
  mark: EntryMark,
  pass: GatePass | null,
  message = mark === '' ? '' : `${ENTRY_MARK_LABELS[mark]}.`,
): EntryResult {
  return { key, outcome, mark, message, pass }
}

const isRetryOfRefusedEntry = (entry: TimedEntry, earlierEntry: Pick<CountedEntry, 'kind'>): boolean =>
  earlierEntry.kind === 'refused' && entry.kind !== 'refused'

// Creates the key for an entry that is saved again. It depends only on the first key, so a repeated call
// creates the same one.
const toRetryKey = (key: string): string => toUuid(`offline ${key}`)

function createRepeatedResult(
  entry: TimedEntry,
  earlierEntry: Pick<CountedEntry, 'kind'> & { mark: EntryMark },
  pass: GatePass | null,
): EntryResult {
  if (!isRetryOfRefusedEntry(entry, earlierEntry))
    return createResult(entry, 'repeated', earlierEntry.mark, pass)
  return createResult(
    entry,
    'refused',
    earlierEntry.mark,
    pass,
    entry.kind === 'undo' ? UNDO_REFUSED_MESSAGE : undefined,
  )
}
