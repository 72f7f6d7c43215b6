import { BadgeCheck, LogIn, LogOut, Pencil } from 'lucide-react'
import type { NextStep, HistoryItem } from '#features/conversation/timeline.ts'
import { hasPass } from '#features/passes/pass-state.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { TicketEntry } from '@tahanan/contract/gate/answers.ts'
import { isStatus, STATUS, getStatusInfo } from '@tahanan/contract/statuses.ts'
import type { Ticket, TicketEvent } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { formatValue } from './values.ts'

const joinWords = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export function formatHistoryTitle(module: TicketModule, entry: TicketEvent): string {
  const { self } = entry.actor
  if (entry.from === null) return self ? `You sent this ${module.noun.one}` : 'Sent for approval'
  if (entry.from !== entry.to && entry.to === module.arrival) return 'Arrived'
  if (entry.from !== entry.to && isStatus(entry.to)) return capitalize(getStatusInfo(entry.to).pastParticiple)
  if (entry.from !== entry.to) return 'Deleted'
  if (entry.fields.includes('verified')) return 'Verified'
  if (entry.fields.includes('pass')) return self ? 'You ended the pass' : 'Pass ended'
  if (entry.assignee !== undefined) return `Assigned to ${entry.assignee || 'nobody'}`
  const changedLabels = entry.fields.flatMap((key) =>
    key === 'tenantId' ? 'tenant' : (module.fields[key]?.label.toLowerCase() ?? []),
  )
  const changedText = joinWords(changedLabels)
  if (changedText === '')
    return entry.remark ? (self ? 'You left a remark' : 'Remark') : self ? 'You changed this' : 'Changed'
  return self ? `You changed the ${changedText}` : `${capitalize(changedText)} changed`
}

export function toHistoryEntries(
  module: TicketModule,
  { history = [], entries = [] }: Pick<Ticket, 'history' | 'entries'>,
): HistoryItem[] {
  const pastEntries = [
    ...toChanges(module, history),
    ...entries.map((entry, index) => toGateEntry(entry, index === 0)),
  ]
  return pastEntries.toSorted((a, b) => b.at.localeCompare(a.at))
}

/**
 * Converts a gate entry to an item of the ticket's history. The latest entry also says how many of the
 * expected people have come: '2 of 5 came.'
 */
function toGateEntry(
  { id, at, kind, people, gate, guard, ...more }: TicketEntry,
  isLatest: boolean,
): HistoryItem {
  const { workers, items, came, expected } = more
  const eventTexts = [
    isLatest && expected > 1 && `${came} of ${expected} came.`,
    workers.length > 0 && `${workers.join(', ')}.`,
    items.length > 0 && `Ticked: ${items.join(', ')}.`,
  ]
  const actionText = kind === 'in' ? 'Came in' : 'Went out'
  return {
    key: `gate ${id}`,
    at,
    title: `${people > 1 ? `${people} people ${actionText.toLowerCase()}` : actionText}${gate && ` at ${gate}`}`,
    status: undefined,
    icon: kind === 'in' ? LogIn : LogOut,
    who: guard,
    remark: eventTexts.filter(Boolean).join(' ') || undefined,
  }
}

function getRemark({ remark, overridden }: TicketEvent): string | undefined {
  const rule = overridden && `Against the rule: ${overridden}`
  return [rule, remark].filter(Boolean).join('\n') || undefined
}

function toChanges(module: TicketModule, history: readonly TicketEvent[]): HistoryItem[] {
  return history.map((entry) => {
    const isStatusChange = entry.from !== entry.to && isStatus(entry.to)
    const { kind, name, self } = entry.actor
    const actorName =
      kind === 'pmo' && name !== '' && name !== 'PMO' ? `${name}, PMO` : kind === 'pmo' ? 'PMO' : name
    return {
      key: `entry ${entry.id}`,
      at: entry.at,
      title: formatHistoryTitle(module, entry),
      status: isStatusChange ? entry.to : undefined,
      icon: isStatusChange ? undefined : entry.fields.includes('verified') ? BadgeCheck : Pencil,
      who: self && kind === 'resident' ? undefined : actorName,
      remark: getRemark(entry),
    }
  })
}

/**
 * Returns the text and the time of the next event of an approved ticket. Returns undefined if there is no
 * next event or the pass has ended.
 */
export function describeNextStep(module: TicketModule, ticket: Ticket): NextStep | undefined {
  if (!module.next || ticket.status !== STATUS.approved) return undefined
  if (module.pass && !hasPass(ticket)) return undefined
  return { title: `Next: ${module.next.stepText}`, when: formatValue(module, ticket, module.next.at) }
}
