import type { LucideIcon } from 'lucide-react'
import { wallOf } from '#lib/time.ts'
import type { InternalNote, Message } from '@tahanan/contract/conversation/answers.ts'

/** An entry of a record's history, between its messages. */
export interface PastEntry {
  key: string
  /** Instant. */
  at: string
  title: string
  /** 1 to 6 uses the status's colour and icon; undefined is another change. */
  status?: number
  icon?: LucideIcon
  who?: string
  remark?: string
}

/** What a resident does next with a record. */
export interface NextStep {
  title: string
  when: string
}

/** A message or an internal note. */
export type Post = Message | InternalNote

interface TimelineItem<One extends Post> {
  at: string
  shown: { entry: PastEntry; post?: undefined } | { post: One; entry?: undefined }
}

/** Items of one day of the community, oldest first. */
export interface TimelineDay<One extends Post> {
  day: string
  items: TimelineItem<One>[]
}

/**
 * Merges messages, oldest first, with a record's history, newest first, into days. While there are earlier
 * messages, older entries of the history wait for them.
 */
export function mergeTimeline<One extends Post>(
  posts: readonly One[],
  past: readonly PastEntry[],
  hasEarlier: boolean,
): TimelineDay<One>[] {
  const from = hasEarlier && posts[0] ? Date.parse(posts[0].created_at) : -Infinity
  const items: TimelineItem<One>[] = [
    ...past.toReversed().map((entry) => ({ at: entry.at, shown: { entry } })),
    ...posts.map((post) => ({ at: post.created_at, shown: { post } })),
  ]
  const days: TimelineDay<One>[] = []
  for (const item of items
    .filter(({ at, shown }) => shown.post !== undefined || Date.parse(at) >= from)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const day = wallOf(item.at)?.slice(0, 10) ?? ''
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}

/** Returns the id of the newest own message that the other side has seen. */
export function newestSeen(
  messages: readonly Message[],
  own: Message['author']['kind'],
  seenId: number,
): number | undefined {
  return messages.findLast(({ id, author }) => author.kind === own && id <= seenId)?.id
}
