import { expect, test } from 'vitest'
import { getNextQuestion, NO_QUESTION } from './get-next-question.ts'

const createTicket = (id: number) => ({
  id,
  ticketNumber: `JO-${id}`,
  status: 4,
  updated_at: `2026-03-0${id}T00:00:00Z`,
})
const [first, second, third] = [createTicket(1), createTicket(2), createTicket(3)]

test('of several tickets one is asked about, and the others never after it', () => {
  const question = getNextQuestion(NO_QUESTION, [second, first])
  expect(question).toMatchObject({ ticket: second, promptedIds: [2, 1] })
  const closedQuestion = { ...question, isClosed: true }
  expect(getNextQuestion(closedQuestion, [first, second])).toBe(closedQuestion)
  expect(getNextQuestion(NO_QUESTION, [])).toBe(NO_QUESTION)
  const liveQuestion = getNextQuestion(NO_QUESTION, [third])
  expect(getNextQuestion(liveQuestion, [third, second, first]), 'older tickets load later').toEqual({
    ...liveQuestion,
    promptedIds: [3, 2, 1],
  })
})

test('the next completed ticket is asked about after a closed question (rules 9.27)', () => {
  const closedQuestion = { ...getNextQuestion(NO_QUESTION, [first]), rate: 4, isClosed: true }
  expect(getNextQuestion(closedQuestion, [second, first])).toEqual({
    ticket: second,
    promptedIds: [1, 2],
    isClosed: false,
    rate: undefined,
  })
})

test('an open panel keeps its ticket, and another ticket is asked about after it', () => {
  const openPanel = { ...getNextQuestion(NO_QUESTION, [first]), rate: 4 }
  expect(getNextQuestion(openPanel, [third, first])).toBe(openPanel)
  const closedPanel = { ...openPanel, isClosed: true }
  expect(getNextQuestion(closedPanel, [third, first])).toMatchObject({ ticket: third, isClosed: false })
})
