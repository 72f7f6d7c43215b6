import { expect, test } from 'vitest'
import type { Conversation, Message } from '@tahanan/contract/conversation/answers.ts'
import { addMessage, messagesQuery } from './calls.ts'

const createMessage = (id: number): Message => ({
  id,
  author: { kind: 'pmo', name: 'PMO', self: false },
  text: `Message ${id}`,
  files: [],
  created_at: '2026-03-12T01:00:00.000Z',
})
const createPage = (ids: readonly number[], more = true): Conversation => ({
  data: ids.map(createMessage),
  more,
  seenId: 0,
  waits: false,
  mayWrite: true,
})

const listIds = (pages: readonly Conversation[]) => pages.map(({ data }) => data.map(({ id }) => id))

test('earlier messages are those before the oldest that is shown, while there are more', () => {
  const { getNextPageParam } = messagesQuery({ kind: 'ticket', id: 7 })
  const getNextParam = (newestPage: Conversation) =>
    getNextPageParam(newestPage, [newestPage], undefined, [undefined])
  expect(getNextParam(createPage([51, 52, 53]))).toBe(51)
  expect(getNextParam(createPage([1, 2], false))).toBeUndefined()
})

test('a message that arrives stands once, in order, on the newest page', () => {
  const pages = [createPage([4, 6]), createPage([1, 2], false)]
  expect(listIds(addMessage(pages, createMessage(5)))).toEqual([
    [4, 5, 6],
    [1, 2],
  ])
  for (const knownId of [2, 6]) expect(addMessage(pages, createMessage(knownId))).toBe(pages)
})
