import { vi } from 'vitest'
import { type DialogState, dialogQueue } from './dialogs.ts'

export async function answerDialog(isConfirmed: boolean): Promise<DialogState> {
  const question = await vi.waitUntil(() => dialogQueue.get()[0], { timeout: 30_000, interval: 1 })
  question.answer(isConfirmed)
  return question
}
