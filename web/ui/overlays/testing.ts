import { vi } from 'vitest'
import { type DialogState, dialogQueue } from './dialogs.ts'

/** Waits for the next dialog or message, answers it and returns it. */
export async function answerDialog(isConfirmed: boolean): Promise<DialogState> {
  const question = await vi.waitUntil(() => dialogQueue.get()[0], { timeout: 30_000, interval: 1 })
  question.answer(isConfirmed)
  return question
}
