import { expect, test, vi } from 'vitest'
import { ApiError } from '#lib/api/api.ts'
import { recordEntry } from './gate-store.ts'
import * as sync from './sync-gate-device.ts'
import { createTestPass } from './testing.ts'

test('an entry without an answer is sent again with its key, within a minute and until it is answered', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const pass = createTestPass()
  const sentKeys: string[] = []
  let isAnswering = false
  vi.spyOn(sync, 'submitEntry').mockImplementation(({ event: { key } }) => {
    sentKeys.push(key)
    return isAnswering
      ? Promise.resolve({ key, outcome: 'written', mark: '', message: '', pass })
      : Promise.reject(new ApiError(0, 'No answer.'))
  })
  const pressIn = () => recordEntry(pass, 'in', 2).catch(() => undefined)

  await pressIn()
  vi.advanceTimersByTime(61_000)
  await pressIn()
  isAnswering = true
  await pressIn()
  await pressIn()

  const [firstKey, secondKey, repeatedKey, laterKey] = sentKeys
  expect(repeatedKey).toBe(secondKey)
  expect(new Set([firstKey, secondKey, laterKey]).size).toBe(3)
})
