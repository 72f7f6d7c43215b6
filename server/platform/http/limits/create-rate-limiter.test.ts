import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { LoggedInCaller } from '#testing/callers.ts'
import { createTestPortal, openTestPortal } from '#testing/portal.ts'

const portal = await openTestPortal({ rateLimitPerMinute: 5 })
// Stops the clock, because counts restart at each full minute and a test could run across it.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.now() - (Date.now() % 60_000), toFake: ['Date'] })
})
test('a session above its limit answers 429 for the rest of the minute; others do not', async () => {
  const [busy, quiet] = [await portal.as('client'), await portal.as('client')]
  for (let n = 0; n < 5; n++) expect((await busy.get('/me')).status).toBe(200)
  const refusedAnswer = await busy.get('/me')
  expect(refusedAnswer.status).toBe(429)
  expect(refusedAnswer.body).toEqual({
    code: 'tooManyRequests',
    message: 'Too many attempts. Please try again in 1 minute.',
  })
  expect(Number(refusedAnswer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await quiet.get('/me')).status).toBe(200)
})

const call = (url: string, n: number, remoteAddress = '203.0.113.50') =>
  portal.app.inject({
    url,
    remoteAddress,
    headers: { authorization: `Bearer made-up-${n}`, 'x-forwarded-for': `10.0.0.${n}` },
  })

test('the limits start anew in the next minute', async () => {
  const busyResident = await portal.as('client')
  for (let n = 0; n < 5; n++) await busyResident.get('/me')
  expect((await busyResident.get('/me')).status).toBe(429)
  vi.setSystemTime(Date.now() + 60_000)
  expect((await busyResident.get('/me')).status).toBe(200)
})

test('an address is limited whatever its tokens; health checks and files of the web app are not', async () => {
  for (let n = 0; n < 25; n++) expect((await call('/api/me', n)).statusCode).toBe(401)
  expect((await call('/api/me', 26)).statusCode).toBe(429)
  expect((await call('/healthz', 27)).statusCode).toBe(200)
  expect((await call('/admin', 28)).statusCode).not.toBe(429)
})

test('the addresses of an IPv6 network of 64 bits count together', async () => {
  for (let n = 0; n < 25; n++) expect((await call('/api/me', n, `2001:db8:0:7::${n}`)).statusCode).toBe(401)
  expect((await call('/api/me', 26, '2001:db8:0:7:ffff::1')).statusCode).toBe(429)
  expect((await call('/api/me', 27, '2001:db8:0:8::1')).statusCode).toBe(401)
})

const postComment = (caller: LoggedInCaller) => caller.post('/comment', { postId: 1, comment: 'x' })

test('a resident may make a hundred records in ten minutes, over all sessions; others are not affected', async () => {
  const portal = await createTestPortal()
  onTestFinished(portal.close)
  const resident = await portal.as('client')
  const [secondSession, otherResident, office] = [
    await portal.logIn('client', resident.account),
    await portal.as('client'),
    await portal.as('admin'),
  ]
  const responses = []
  for (let n = 0; n < 101; n++) responses.push((await postComment(n % 2 ? secondSession : resident)).status)
  expect(responses).toEqual([...Array<number>(100).fill(404), 429])
  expect((await resident.post('/ticket', {})).status).toBe(429)
  expect((await resident.get('/tickets')).status).toBe(200)
  expect((await postComment(otherResident)).status).toBe(404)
  expect((await postComment(office)).status).toBe(404)
})
