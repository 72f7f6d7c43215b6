import { expect, test } from 'vitest'
import type { Conversation, Message } from '@tahanan/contract/conversation/answers.ts'
import { addMessage } from './calls.ts'
import { mergeTimeline, getNewestSeenId, type HistoryItem } from './timeline.ts'

const createMessage = (
  id: number,
  createdAt: string,
  kind: Message['author']['kind'] = 'resident',
): Message => ({
  id,
  author: { kind, name: 'Ana Reyes', self: kind === 'resident' },
  text: `Message ${id}`,
  files: [],
  created_at: createdAt,
})
const createHistoryItem = (title: string, at: string): HistoryItem => ({ key: title, at, title })

const TICKET_HISTORY = [
  createHistoryItem('Approved', '2026-03-12T01:00:00.000Z'),
  createHistoryItem('Changed', '2026-03-10T16:30:00.000Z'),
  createHistoryItem('Sent', '2026-03-10T15:30:00.000Z'),
]

const listShownTitles = (messages: readonly Message[], hasEarlierMessages = false): [string, string[]][] =>
  mergeTimeline(messages, TICKET_HISTORY, hasEarlierMessages).map(({ day, items }) => [
    day,
    items.map(({ content: { entry, message } }) => entry?.title ?? `${message?.id}`),
  ])

test('messages and history are one line, oldest first, by the days of the community', () => {
  const messages = [
    createMessage(7, '2026-03-10T15:31:00.000Z'),
    createMessage(9, '2026-03-12T01:00:00.000Z', 'pmo'),
  ]
  expect(listShownTitles(messages)).toEqual([
    ['2026-03-10', ['Sent', '7']],
    // In Manila this change was at 00:30 of the next day.
    ['2026-03-11', ['Changed']],
    ['2026-03-12', ['Approved', '9']],
  ])
  expect(listShownTitles([])).toHaveLength(3)
})

test('while there are earlier messages, the history before the loaded ones waits for them', () => {
  const messages = [createMessage(51, '2026-03-11T05:00:00.000Z')]
  expect(listShownTitles(messages, true)).toEqual([
    ['2026-03-11', ['51']],
    ['2026-03-12', ['Approved']],
  ])
})

test('Seen is under the newest own message that the other side has seen', () => {
  const messageTime = '2026-03-11T05:00:00.000Z'
  const messages = [
    createMessage(1, messageTime),
    createMessage(2, messageTime, 'pmo'),
    createMessage(3, messageTime),
    createMessage(4, messageTime),
  ]
  expect(getNewestSeenId(messages, 'resident', 3)).toBe(3)
  expect(getNewestSeenId(messages, 'pmo', 3)).toBe(2)
  expect(getNewestSeenId(messages, 'resident', 0)).toBeUndefined()
})

test('a new message is added once, also if events come late or twice', () => {
  const messageTime = '2026-03-11T05:00:00.000Z'
  const createPage = (...ids: number[]) => ({
    data: ids.map((id) => createMessage(id, messageTime)),
    more: false,
    seenId: 0,
    waits: false,
    mayWrite: true,
  })
  const listIds = (pages: readonly ReturnType<typeof createPage>[]) =>
    pages.map(({ data }) => data.map(({ id }) => id))
  const pages = [createPage(3, 5), createPage(1, 2)]
  expect(listIds(addMessage(pages, createMessage(4, messageTime)))).toEqual([
    [3, 4, 5],
    [1, 2],
  ])
  expect(addMessage(pages, createMessage(2, messageTime))).toBe(pages)
  expect(addMessage<Conversation>([], createMessage(2, messageTime))).toEqual([])
})
