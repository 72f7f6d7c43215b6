import type { LucideIcon } from 'lucide-react'
import { toCommunityTime } from '#lib/time.ts'
import type { InternalNote, Message } from '@tahanan/contract/conversation/answers.ts'

export interface HistoryItem {
  key: string
  at: string
  title: string
  /** New status of the record (1 to 6), which decides colour and icon; undefined for other changes. */
  status?: number
  icon?: LucideIcon
  who?: string
  remark?: string
}

export interface NextStep {
  title: string
  when: string
}

export type MessageOrNote = Message | InternalNote

interface TimelineItem<One extends MessageOrNote> {
  at: string
  content: { entry: HistoryItem; message?: undefined } | { message: One; entry?: undefined }
}

export interface TimelineDay<One extends MessageOrNote> {
  day: string
  items: TimelineItem<One>[]
}

/**
 * Merges `messages` (oldest first) with `history` (newest first) and groups them by day. With
 * `hasEarlierMessages` (earlier messages are not loaded yet), history before the oldest loaded message is
 * left out.
 */
export function mergeTimeline<One extends MessageOrNote>(
  messages: readonly One[],
  history: readonly HistoryItem[],
  hasEarlierMessages: boolean,
): TimelineDay<One>[] {
  const earliestShownTime = hasEarlierMessages && messages[0] ? Date.parse(messages[0].created_at) : -Infinity
  const items: TimelineItem<One>[] = [
    ...history.toReversed().map((entry) => ({ at: entry.at, content: { entry } })),
    ...messages.map((message) => ({ at: message.created_at, content: { message } })),
  ]
  const days: TimelineDay<One>[] = []
  for (const item of items
    .filter(({ at, content }) => content.message !== undefined || Date.parse(at) >= earliestShownTime)
    .toSorted((first, second) => Date.parse(first.at) - Date.parse(second.at))) {
    const day = toCommunityTime(item.at)?.slice(0, 10) ?? ''
    const lastDay = days.at(-1)
    if (lastDay?.day === day) lastDay.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

export function getNewestSeenId(
  messages: readonly Message[],
  ownKind: Message['author']['kind'],
  seenId: number,
): number | undefined {
  return messages.findLast(({ id, author }) => author.kind === ownKind && id <= seenId)?.id
}
