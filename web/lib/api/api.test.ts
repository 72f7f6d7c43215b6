import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, ApiError, getFirstMessages, isNotFound, onUnansweredCall, toApiError } from './api.ts'
import * as confirmation from './confirmation.ts'
import * as session from './session.ts'

interface SentRequest {
  address: string
  method: string | undefined
  headers: Record<string, string>
  body: string | undefined
}
const sentRequests: SentRequest[] = []
let token: string | null
let fetchResults: (Response | Error)[]
const createErrorResponse = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })
const createNetworkError = () => new TypeError('Failed to fetch')

beforeEach(() => {
  token = 'a token'
  fetchResults = []
  vi.spyOn(session, 'getSessionToken').mockImplementation(() => token)
  vi.stubGlobal('location', { pathname: '/admin/desk', search: '' })
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'GATE_DEVICE' ? 'a secret' : null) })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', (address: string, { method, headers, body }: SentRequest) => {
    sentRequests.push({ address, method, headers, body })
    const fetchResult = fetchResults.shift() ?? new Response('{"ok":true}')
    return fetchResult instanceof Error ? Promise.reject(fetchResult) : Promise.resolve(fetchResult)
  })
})
afterEach(() => {
  sentRequests.length = 0
  onUnansweredCall(async () => false)
})

const getFailure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('no failure')),
    (error: ApiError) => error,
  )

test('a call has the token and what it asks for; without a session a gate’s login has the device', async () => {
  expect(await api.get('/posts', { page: 1, searchTerm: '', sort: undefined })).toEqual({ ok: true })
  await api.delete('/post/1')
  token = null
  await api.post('/login/admin', { email: 'a' })
  expect(sentRequests[0]).toMatchObject({
    address: '/api/posts?page=1&searchTerm=',
    headers: { authorization: 'Bearer a token' },
  })
  expect(sentRequests[0]?.headers).not.toHaveProperty('content-type')
  expect(sentRequests[1]).toMatchObject({ method: 'DELETE', headers: { authorization: 'Bearer a token' } })
  expect(sentRequests[2]).toMatchObject({
    body: '{"email":"a"}',
    headers: { 'x-gate-device': 'a secret', 'content-type': 'application/json' },
  })
  // None of these requests has an idempotency key. Only a POST with a session gets one, because its retry
  // could create a record twice.
  for (const { headers } of sentRequests) expect(headers).not.toHaveProperty('idempotency-key')
})

test('a refused create has another key the next time, one without an answer the same', async () => {
  fetchResults = [
    createErrorResponse(400, { code: 'invalidInput', message: 'No.' }),
    createErrorResponse(503, { message: 'Later.' }),
  ]
  for (let n = 0; n < 3; n++) await api.post('/message', { text: 'Hi' }).catch(() => undefined)
  const [first, second, third] = sentRequests.map(({ headers }) => headers['idempotency-key'])
  expect(second).not.toBe(first)
  expect(third).toBe(second)
})

test('a change without an answer asks once, then fails; offline it asks each time, and a read never', async () => {
  const confirmRetry = vi.fn(async () => confirmRetry.mock.calls.length < 3)
  onUnansweredCall(confirmRetry)
  fetchResults = [createNetworkError(), createNetworkError()]
  expect(await getFailure(api.put('/post/1', {}))).toMatchObject({
    status: 0,
    isShown: false,
    isUnanswered: true,
  })
  expect(confirmRetry).toHaveBeenCalledTimes(1)
  confirmRetry.mockClear()
  vi.stubGlobal('navigator', { onLine: false })
  fetchResults = [createNetworkError(), createNetworkError(), createNetworkError()]
  const failure = await getFailure(api.put('/post/1', {}))
  expect(failure.message).toBe('We could not reach the server. Check your connection.')
  expect([confirmRetry.mock.calls.length, failure.isShown]).toEqual([3, true])
  confirmRetry.mockClear()
  fetchResults = [createNetworkError(), createNetworkError()]
  await getFailure(api.get('/posts'))
  await getFailure(api.put('/seen', {}, { quiet: true }))
  expect(confirmRetry).not.toHaveBeenCalled()
})

test('the error of a change that was tried again after no answer says so', async () => {
  onUnansweredCall(async () => true)
  fetchResults = [createNetworkError(), createErrorResponse(409, { code: 'conflict', message: 'Changed.' })]
  expect(await getFailure(api.put('/post/1', {}))).toMatchObject({ status: 409, wasRepeated: true })
})

test('a read that its page stops fails as it was stopped', async () => {
  const abortController = new AbortController()
  abortController.abort()
  const abortError = new DOMException('', 'AbortError')
  fetchResults = [abortError]
  await expect(api.get('/posts', {}, abortController.signal)).rejects.toBe(abortError)
})

test('a refusal has its code, fields and wait, and an answer that is none says so', async () => {
  const fieldErrors = { name: ['Too long.', 'And odd.'] }
  fetchResults = [
    createErrorResponse(
      429,
      { code: 'tooMany', message: 'Wait.', errors: fieldErrors, change: 'Ana approved it.' },
      { 'retry-after': '7' },
    ),
    new Response('<html>', { status: 502 }),
    createErrorResponse(404, { code: 'notFound', message: 'Gone.' }),
  ]
  const [tooManyError, serverError, notFoundError] = [
    await getFailure(api.get('/a')),
    await getFailure(api.get('/b')),
    await getFailure(api.get('/c')),
  ]
  expect(tooManyError).toMatchObject({
    status: 429,
    message: 'Wait.',
    errors: fieldErrors,
    retryAfter: 7,
    change: 'Ana approved it.',
  })
  expect(getFirstMessages(tooManyError.errors, (field) => `its ${field}`)).toEqual({
    'its name': 'Too long.',
  })
  expect(serverError).toMatchObject({
    status: 502,
    code: 'internal',
    message: 'Something went wrong on our side.',
  })
  expect([tooManyError, serverError, notFoundError].map(isNotFound)).toEqual([false, false, true])
  expect(serverError.retryAfter).toBeUndefined()
})

test.each([
  ['conflict', true],
  ['alreadyDone', true],
  ['locked', true],
  ['invalidInput', false],
  [undefined, false],
] as const)('a refusal with the code %s is of a stale record: %s', (code, isOutdated) => {
  expect(new ApiError(409, '', { code }).isOutdated).toBe(isOutdated)
})

const createResponse = (status: number) => ({ status, headers: new Headers() })
const toErrorBody = (code: string) => JSON.stringify({ code, message: 'No.' })

test('only the end of the page’s own session leads to the login', () => {
  const goToLoginSpy = vi.spyOn(session, 'goToLogin').mockReturnValue()
  toApiError(createResponse(401), toErrorBody('noSession'), false)
  toApiError(createResponse(403), toErrorBody('missingPermission'), true)
  token = null
  toApiError(createResponse(401), toErrorBody('noSession'), true)
  expect(goToLoginSpy).not.toHaveBeenCalled()
  token = 'a token'
  toApiError(createResponse(503), toErrorBody('maintenance'), true)
  toApiError(createResponse(401), toErrorBody('noSession'), true)
  expect(goToLoginSpy.mock.calls).toEqual([[undefined], ['Your session has ended. Please log in again.']])
})

test('a call that needs a confirmation is made again once it was given, and fails without', async () => {
  const promptSpy = vi
    .spyOn(confirmation, 'requestConfirmation')
    .mockResolvedValueOnce(true)
    .mockResolvedValueOnce(false)
  const createConfirmationNeededResponse = () =>
    createErrorResponse(403, { code: 'confirmationNeeded', message: 'Please confirm.' })
  fetchResults = [createConfirmationNeededResponse()]
  expect(await api.delete('/tenant/1')).toEqual({ ok: true })
  fetchResults = [createConfirmationNeededResponse()]
  expect(await getFailure(api.delete('/tenant/1'))).toMatchObject({ status: 403 })
  fetchResults = [createErrorResponse(403, { code: 'missingPermission', message: 'No.' })]
  await getFailure(api.delete('/tenant/1'))
  expect([promptSpy.mock.calls.length, sentRequests.length]).toEqual([2, 4])
})

const INTERNAL_ERROR_BODY = JSON.stringify({
  code: 'internal',
  message: 'Something went wrong on our side. Nothing was changed.',
})
const REQUEST_ID_HEADER = { 'x-request-id': '3f2a91c07bde' }

const getMessage = (status: number, text: string, headers: Record<string, string>): string =>
  toApiError({ status, headers: new Headers(headers) }, text, false).message

test('a fault of ours names its call, so that the office finds it in the log (rules 14.17)', () => {
  expect(getMessage(500, INTERNAL_ERROR_BODY, REQUEST_ID_HEADER)).toBe(
    'Something went wrong on our side. Nothing was changed. Number for the office: 3f2a91c07bde',
  )
  expect(getMessage(502, '<html>Bad gateway</html>', REQUEST_ID_HEADER)).toContain(
    'Number for the office: 3f2a91c07bde',
  )
  expect(getMessage(502, '<html>Bad gateway</html>', {})).toBe('Something went wrong on our side.')
})

test('a refusal that explains itself has no number', () => {
  const text = JSON.stringify({ code: 'conflict', message: 'Liza Villanueva approved it.' })
  expect(getMessage(409, text, REQUEST_ID_HEADER)).toBe('Liza Villanueva approved it.')
})
