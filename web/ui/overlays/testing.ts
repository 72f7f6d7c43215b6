import { vi } from 'vitest'
import { type Question, questions } from './dialogs.ts'

/** Waits for the next dialog or message and answers it. Resolves to the dialog or message. */
export async function answerQuestion(yes: boolean): Promise<Question> {
  const question = await vi.waitUntil(() => questions.get()[0], { timeout: 30_000, interval: 1 })
  question.answer(yes)
  return question
}
