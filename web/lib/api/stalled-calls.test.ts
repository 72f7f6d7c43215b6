import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, ApiError } from './api.ts'
import * as session from './session.ts'
import { restartStallTimers, setRetryConfirmation } from './stalled-calls.ts'

interface SentRequest {
  key: string | undefined
  signal: AbortSignal | undefined
  respond: (body: string, status?: number) => void
}
interface RetryDialog {
  chooseAnswer: (shouldRetry: boolean) => void
  closeSignal: AbortSignal
}
const sentRequests: SentRequest[] = []
const retryDialogs: RetryDialog[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(session, 'getSessionToken').mockReturnValue('token')
  vi.stubGlobal(
    'fetch',
    (_: string, { headers, signal }: { headers: Record<string, string>; signal?: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        sentRequests.push({
          key: headers['idempotency-key'],
          signal,
          respond: (body, status) => resolve(new Response(body, { status })),
        })
      }),
  )
  setRetryConfirmation(
    (closeSignal) => new Promise((chooseAnswer) => retryDialogs.push({ chooseAnswer, closeSignal })),
  )
})
afterEach(() => {
  sentRequests.length = 0
  retryDialogs.length = 0
})
const getSaveFailure = () => api.put('/post/7', { title: 'New' }).catch((failure: ApiError) => failure)
const advanceSeconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

test('a save without an answer asks after 20 seconds, and is sent again with the same key', async () => {
  const savedCommendation = api.post('/commendation', { title: 'Thanks' })
  await advanceSeconds(19)
  expect(retryDialogs).toHaveLength(0)
  await advanceSeconds(1)
  expect(retryDialogs).toHaveLength(1)
  expect(sentRequests[0]?.signal?.aborted).toBe(false)
  retryDialogs[0]?.chooseAnswer(true)
  await advanceSeconds(0)
  expect(sentRequests.map(({ key }) => key)).toEqual([sentRequests[0]?.key, sentRequests[0]?.key])
  expect(sentRequests[0]?.signal?.aborted).toBe(true)
  sentRequests[1]?.respond('{"id":7}')
  expect(await savedCommendation).toEqual({ id: 7 })
  await advanceSeconds(60)
  expect(retryDialogs).toHaveLength(1)
})

test('the error of a save tells whether it was sent again', async () => {
  const firstSave = getSaveFailure()
  sentRequests[0]?.respond('{"message":"It was changed."}', 409)
  expect(await firstSave).toMatchObject({ status: 409, wasRepeated: false })
  const repeatedSave = getSaveFailure()
  await advanceSeconds(20)
  retryDialogs[0]?.chooseAnswer(true)
  await advanceSeconds(0)
  sentRequests[2]?.respond('{"message":"It was changed."}', 409)
  expect(await repeatedSave).toMatchObject({ status: 409, wasRepeated: true })
})

test('Cancel rejects the call with an error that was shown', async () => {
  const saveResult = api.put('/ticket/7', {}).catch((failure: unknown) => failure)
  await advanceSeconds(20)
  retryDialogs[0]?.chooseAnswer(false)
  expect(await saveResult).toMatchObject({ status: 0, isShown: true })
  expect(await saveResult).toBeInstanceOf(ApiError)
  expect(sentRequests).toHaveLength(1)
})

test('calls share one question, which an answer or progress withdraws', async () => {
  const stalledCalls = [api.put('/ticket/7', {}), api.delete('/ticket/8')]
  await advanceSeconds(20)
  expect(retryDialogs).toHaveLength(1)
  sentRequests[0]?.respond('{}')
  await stalledCalls[0]
  expect(retryDialogs[0]?.closeSignal.aborted).toBe(false)
  restartStallTimers()
  expect(retryDialogs[0]?.closeSignal.aborted).toBe(true)
  await advanceSeconds(20)
  expect(retryDialogs).toHaveLength(2)
  sentRequests[1]?.respond('{}')
  await stalledCalls[1]
  expect(retryDialogs[1]?.closeSignal.aborted).toBe(true)
})

test('background calls and reads never ask', async () => {
  void api.get('/tickets')
  void api.post('/messages-read', {}, { quiet: true })
  await advanceSeconds(60)
  expect(retryDialogs).toHaveLength(0)
})
