import { vi } from 'vitest'
import { type Question, questions } from './dialogs.ts'

/** Answers the next dialog, or closes the next message, once it is shown; resolves to it. */
export async function answerQuestion(yes: boolean): Promise<Question> {
  const question = await vi.waitUntil(() => questions.get()[0], { timeout: 30_000, interval: 1 })
  question.answer(yes)
  return question
}
