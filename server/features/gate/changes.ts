import { hash } from 'node:crypto'
import {
  lockPass,
  presentGatePass,
  type GatePassRow,
  type TicketOfPass,
} from '#features/passes/read-passes.ts'
import type { AdminActor } from '#platform/actor.ts'
import type { Tx } from '#platform/db/client.ts'
import { tell } from '#platform/realtime/outbox.ts'
import { change, type Services } from '#platform/services.ts'
import type { EntryResult, GatePass } from '@tahanan/contract/gate/answers.ts'
import type { IsBarred } from '@tahanan/contract/gate/is-barred.ts'
import type { NewEntry } from '@tahanan/contract/gate/requests.ts'
import { MARK_LABELS, plainCode, type EntryOutcome, type Mark } from '@tahanan/contract/gate/words.ts'
import { countEntries, isUndoneBy, type CountedEntry } from './count-entries.ts'
import { judgeScan, markEntry } from './judge-entry.ts'
import { authorOf, entriesOfPass, findEntry, insertEntry, updateCounts } from './repository.ts'
import { followTicket, tellMarked, tellResident } from './ticket-effects.ts'

const UNDO_REFUSED = 'An entry can be undone for a minute, on the device that recorded it.'

/** Context in which an entry is judged and written. */
interface EntryContext {
  readonly actor: AdminActor
  readonly isBarred: IsBarred
  readonly timeZone: string
}

/** An entry with the moment that counts, and the one of the device's own clock. */
interface TimedEntry extends Omit<NewEntry, 'at' | 'deviceAt'> {
  readonly at: Date
  readonly deviceAt: Date
}

/** Writes entries one by one, each in a transaction of its own and once per key (rules 24.12). */
export async function recordEntries(
  services: Services,
  actor: AdminActor,
  events: readonly NewEntry[],
  isBarred: IsBarred,
): Promise<EntryResult[]> {
  const context = { actor, isBarred, timeZone: services.config.communityTimeZone }
  const results: EntryResult[] = []
  for (const event of events) {
    const entry = readTimes(event, actor)
    results.push(await change(services, (tx) => recordEntry(tx, entry, context)))
  }
  return results
}

async function recordEntry(tx: Tx, entry: TimedEntry, context: EntryContext): Promise<EntryResult> {
  const code = plainCode(entry.code)
  const { row, ticket } = await lockPass(tx, code)
  const [known] = await findEntry(tx, { key: entry.key })
  const pass = row ? presentGatePass(row, context.isBarred) : null
  if (known && wasRefused(entry, known) && entry.offline) {
    // Refused online without an answer that arrived: the guard then let in, or out, by the device's own verdict.
    const later = { ...entry, key: keyOfLater(entry.key) }
    return { ...(await recordEntry(tx, later, context)), key: entry.key }
  }
  if (known) return answerRepeated(entry, known, pass)
  const before = row ? await entriesOfPass(tx, { passId: row.id }) : []
  const { mark, refusal } = judgeEntry(entry, pass, before, context)
  const kind = refusal === undefined ? entry.kind : 'refused'
  const values = { ...valuesOf(entry, pass, row, context), kind, mark }
  if (!(await insertEntry(tx, values))) return answerRepeated(entry, { kind, mark }, pass)
  if (refusal !== undefined) return answer(entry, 'refused', mark, pass, refusal)
  if (entry.offline && mark !== '') await tellMarked(tx, values)
  const outcome = mark === '' ? 'written' : 'marked'
  // An undo that is marked has no effect.
  if (!row || kind === 'refused' || (kind === 'undo' && mark !== ''))
    return answer(entry, outcome, mark, pass)
  const after = await applyEntry(tx, { entry, row, ticket, entries: [...before, values] }, context)
  return answer(entry, outcome, mark, presentGatePass(after, context.isBarred))
}

/** Saves the counts of the pass, and what follows for its ticket and resident. Returns the pass. */
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
  const counts = countEntries(entries)
  const { entered, left, lastOutAt } = counts
  const isUsed = row.entries === 'one' && entered >= row.people && entered === left
  const usedAt = isUsed ? (lastOutAt ?? entry.at) : null
  const { items } = presentGatePass(row, isBarred)
  const ticked = entry.ticked?.filter((name) => items.some((item) => item.name === name)) ?? row.ticked
  const saved = await updateCounts(tx, row.id, { ...counts, ticked, usedAt })
  const undone = entries.find(({ key }) => key === entry.undoes)
  if (ticket) await followTicket(tx, actor, { row, ticket, entry, undone, entered, usedAt, timeZone })
  await tellResident(tx, actor, { row, entry, undone, timeZone })
  if (ticket) await tell(tx, 'ticket', { id: ticket.id })
  await tell(tx, 'gate', { id: row.id })
  return { ...row, ...saved }
}

/** Returns how an entry contradicts, and the words of its refusal: an offline one is never refused. */
function judgeEntry(
  entry: TimedEntry,
  pass: GatePass | null,
  before: readonly CountedEntry[],
  { timeZone, actor }: EntryContext,
): { mark: Mark; refusal?: string } {
  const { kind, people, at, offline, undoes } = entry
  if (kind === 'refused') return { mark: '' }
  if (kind === 'undo') {
    const undone = before.find(({ key }) => key === undoes)
    const undo = { ...countedOf(entry), ...authorOf(actor) }
    const wasUndone = before.some((other) => other.undoes === undoes && undone && isUndoneBy(undone, other))
    const holds = undone !== undefined && isUndoneBy(undone, undo) && !wasUndone
    if (offline) return { mark: holds || !undone ? '' : 'clock' }
    return holds ? { mark: '' } : { mark: '', refusal: UNDO_REFUSED }
  }
  const deviceAt = offline ? entry.deviceAt : null
  const mark = markEntry(pass, { kind, people, at, deviceAt }, timeZone)
  const isAllowed = offline || mark === '' || (kind === 'out' && mark === 'hours')
  return isAllowed ? { mark } : { mark, refusal: `${MARK_LABELS[mark]}.` }
}

/**
 * Returns an entry with its times. Only an enrolled device may say that it was made offline, and when; a future time
 * becomes now.
 */
function readTimes(event: NewEntry, { gate }: AdminActor): TimedEntry {
  const now = new Date()
  if (!gate) return { ...event, offline: false, at: now, deviceAt: now }
  const at = event.offline ? new Date(Math.min(Date.parse(event.at), now.getTime())) : now
  return { ...event, at, deviceAt: new Date(event.deviceAt ?? event.at) }
}

const countedOf = ({ key, kind, people, at, deviceAt, undoes }: TimedEntry) => ({
  key,
  kind,
  people,
  at,
  device_at: deviceAt,
  undoes: undoes ?? null,
})

function valuesOf(
  entry: TimedEntry,
  pass: GatePass | null,
  row: GatePassRow | undefined,
  context: EntryContext,
) {
  const { actor, timeZone } = context
  return {
    ...countedOf(entry),
    pass_id: row?.id ?? null,
    tenant_id: row?.tenant_id ?? null,
    ticket_id: row?.ticket_id ?? null,
    walk_in_id: row?.walk_in_id ?? null,
    verdict: entry.verdict ?? judgeScan(pass, { now: entry.at, timeZone }).verdict,
    name: pass?.name ?? '',
    ...authorOf(actor),
    offline: entry.offline,
    note: entry.note,
  }
}

function answer(
  { key }: TimedEntry,
  outcome: EntryOutcome,
  mark: Mark,
  pass: GatePass | null,
  message = mark === '' ? '' : `${MARK_LABELS[mark]}.`,
): EntryResult {
  return { key, outcome, mark, message, pass }
}

const wasRefused = (entry: TimedEntry, known: Pick<CountedEntry, 'kind'>): boolean =>
  known.kind === 'refused' && entry.kind !== 'refused'

/** Returns the key of an entry that is made offline after its refusal, the same each time. */
const keyOfLater = (key: string): string =>
  hash('md5', `offline ${key}`).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Answers an entry that was written before; one that was refused is refused again. */
function answerRepeated(
  entry: TimedEntry,
  known: Pick<CountedEntry, 'kind'> & { mark: Mark },
  pass: GatePass | null,
): EntryResult {
  if (!wasRefused(entry, known)) return answer(entry, 'repeated', known.mark, pass)
  return answer(entry, 'refused', known.mark, pass, entry.kind === 'undo' ? UNDO_REFUSED : undefined)
}
