import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api/api.ts'
import { dialogQueue } from './dialogs.ts'
import { showFailure } from './failures.ts'
import { answerDialog } from './testing.ts'

let token: string | null

beforeEach(() => {
  token = 'token'
  vi.stubGlobal('location', { pathname: '/' })
  vi.stubGlobal('localStorage', { getItem: () => token })
  vi.stubGlobal('navigator', { onLine: false })
})

test('an error is shown in the words of the server', async () => {
  const dialogPromise = showFailure(new ApiError(409, 'This time is taken.'))
  const { title, content } = await answerDialog(true)
  expect([title, content]).toEqual(['Oops! Something went wrong.', 'This time is taken.'])
  await dialogPromise
})

test.each([
  ['alreadyReserved', 'These dates already reserved to this amenity.'],
  ['againstRules', 'Amenity bookings end at 9:00 PM.'],
] as const)('the error %s of a booking has the title of the specification', async (code, message) => {
  const dialogPromise = showFailure(new ApiError(409, message, { code }))
  const { title, content } = await answerDialog(true)
  expect([title, content]).toEqual(['Unable to reserved', message])
  await dialogPromise
})

test('without a connection the user reads that nothing was sent', async () => {
  const dialogPromise = showFailure(new ApiError(0, 'We could not reach the server.'))
  const { title, content } = await answerDialog(true)
  expect(title).toBe('You are offline')
  expect(content).toContain('Nothing was sent.')
  await dialogPromise
})

test('the redirect to the login says that input is kept only if a draft is stored', async () => {
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('sessionStorage', {})
  void showFailure(new ApiError(0, 'We could not reach the server.'))
  const [{ content } = { content: '' }] = dialogQueue.get()
  expect(content).toBe('We could not reach the server.')
  dialogQueue.set([])
})

test('an error that was shown already, or that follows the end of the session, is not shown', async () => {
  const shownError = new ApiError(409, 'This time is taken.')
  shownError.isShown = true
  void showFailure(shownError)
  token = null
  void showFailure(new ApiError(401, 'Please log in.'))
  expect(dialogQueue.get()).toEqual([])
})
