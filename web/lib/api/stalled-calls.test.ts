import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, ApiError } from './api.ts'
import * as session from './session.ts'
import { restartStallTimers, onStalledCalls } from './stalled-calls.ts'

interface Sent {
  key: string | undefined
  signal: AbortSignal | undefined
  answer: (body: string) => void
}
interface Asked {
  answer: (again: boolean) => void
  withdrawn: AbortSignal
}
const sent: Sent[] = []
const asked: Asked[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(session, 'getSessionToken').mockReturnValue('token')
  vi.stubGlobal(
    'fetch',
    (_: string, { headers, signal }: { headers: Record<string, string>; signal?: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
        sent.push({ key: headers['idempotency-key'], signal, answer: (body) => resolve(new Response(body)) })
      }),
  )
  onStalledCalls((withdrawn) => new Promise((answer) => asked.push({ answer, withdrawn })))
})
afterEach(() => {
  sent.length = 0
  asked.length = 0
})
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

test('a save without an answer asks after 20 seconds, and is sent again with the same key', async () => {
  const saved = api.post('/commendation', { title: 'Thanks' })
  await seconds(19)
  expect(asked).toHaveLength(0)
  await seconds(1)
  expect(asked).toHaveLength(1)
  expect(sent[0]?.signal?.aborted).toBe(false)
  asked[0]?.answer(true)
  await seconds(0)
  expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key])
  expect(sent[0]?.signal?.aborted).toBe(true)
  sent[1]?.answer('{"id":7}')
  expect(await saved).toEqual({ id: 7 })
  await seconds(60)
  expect(asked).toHaveLength(1)
})

test('Cancel rejects the call with an error that was shown', async () => {
  const saved = api.put('/ticket/7', {}).catch((failure: unknown) => failure)
  await seconds(20)
  asked[0]?.answer(false)
  expect(await saved).toMatchObject({ status: 0, isShown: true })
  expect(await saved).toBeInstanceOf(ApiError)
  expect(sent).toHaveLength(1)
})

test('calls share one question, which an answer or progress withdraws', async () => {
  const calls = [api.put('/ticket/7', {}), api.delete('/ticket/8')]
  await seconds(20)
  expect(asked).toHaveLength(1)
  sent[0]?.answer('{}')
  await calls[0]
  expect(asked[0]?.withdrawn.aborted).toBe(false)
  restartStallTimers()
  expect(asked[0]?.withdrawn.aborted).toBe(true)
  await seconds(20)
  expect(asked).toHaveLength(2)
  sent[1]?.answer('{}')
  await calls[1]
  expect(asked[1]?.withdrawn.aborted).toBe(true)
})

test('background calls and reads never ask', async () => {
  void api.get('/tickets')
  void api.post('/messages-read', {}, { quiet: true })
  await seconds(60)
  expect(asked).toHaveLength(0)
})
