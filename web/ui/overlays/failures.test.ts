import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api/api.ts'
import { questions } from './dialogs.ts'
import { showFailure } from './failures.ts'
import { answerQuestion } from './testing.ts'

let token: string | null

beforeEach(() => {
  token = 'token'
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('localStorage', { getItem: () => token })
  vi.stubGlobal('navigator', { onLine: false })
})

test('an error is shown in the words of the server', async () => {
  const shown = showFailure(new ApiError(409, 'This time is taken.'))
  const { title, content } = await answerQuestion(true)
  expect([title, content]).toEqual(['Oops! Something went wrong.', 'This time is taken.'])
  await shown
})

test('without a connection the user reads that nothing was sent', async () => {
  const shown = showFailure(new ApiError(0, 'We could not reach the server.'))
  const { title, content } = await answerQuestion(true)
  expect(title).toBe('You are offline')
  expect(content).toContain('Nothing was sent.')
  await shown
})

test('an error that was shown already, or that follows the end of the session, is not shown', async () => {
  const shown = new ApiError(409, 'This time is taken.')
  shown.isShown = true
  void showFailure(shown)
  token = null
  void showFailure(new ApiError(401, 'Please log in.'))
  expect(questions.get()).toEqual([])
})
