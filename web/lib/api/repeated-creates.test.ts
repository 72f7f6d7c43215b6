import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'
import * as form from './send-form.ts'
import * as session from './session.ts'

const idempotencyKeys: (string | undefined)[] = []
function mockResponses(...responses: (Response | 'lost')[]): void {
  vi.spyOn(session, 'getSessionToken').mockReturnValue('token')
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    idempotencyKeys.push(headers['idempotency-key'])
    const mockAnswer = responses.shift()
    return mockAnswer instanceof Response ? Promise.resolve(mockAnswer) : Promise.reject(new TypeError())
  })
}
const createOkResponse = () => new Response('{}', { status: 201 })
const postMessageAfterReload = async () => {
  vi.resetModules()
  vi.spyOn(await import('./session.ts'), 'getSessionToken').mockReturnValue('token')
  const { api: reloadedApi } = await import('./api.ts')
  await reloadedApi.post('/message', { text: 'Hello' }, { isDrafted: true }).catch(() => undefined)
}
const postCommendation = (body: object) => api.post('/commendation', body).catch(() => undefined)

afterEach(() => {
  idempotencyKeys.length = 0
})

// Resets the state of the imported modules for later tests of the same worker.
afterAll(() => void vi.resetModules())

test('a form keeps its key until it is answered; the next one gets a new key', async () => {
  mockResponses('lost', new Response('', { status: 502 }), createOkResponse(), createOkResponse())
  for (let n = 0; n < 4; n++) await postCommendation({ title: 'Thanks' })
  expect(new Set(idempotencyKeys.slice(0, 3)).size).toBe(1)
  expect(idempotencyKeys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(idempotencyKeys[3]).not.toBe(idempotencyKeys[0])
})

test.each([
  ['the session has ended', 401],
  ['a confirmation is needed', 403],
  ['there were too many calls', 429],
])('a form keeps its key if the repetition is refused because %s', async (_, status) => {
  vi.spyOn(session, 'goToLogin').mockReturnValue()
  mockResponses('lost', new Response('{"message":"No."}', { status }), createOkResponse())
  for (let n = 0; n < 3; n++) await postCommendation({ title: 'Kept' })
  expect(idempotencyKeys).toEqual(Array.from({ length: 3 }, () => idempotencyKeys[0]))
})

test('another form has another key; a double tap has the same', async () => {
  mockResponses('lost', createOkResponse(), createOkResponse(), createOkResponse())
  await postCommendation({ title: 'One' })
  await postCommendation({ title: 'Two' })
  expect(idempotencyKeys[1]).not.toBe(idempotencyKeys[0])
  await Promise.all([postCommendation({ title: 'Three' }), postCommendation({ title: 'Three' })])
  expect(idempotencyKeys[3]).toBe(idempotencyKeys[2])
})

test('a draft is sent with its key after a reload, until it is answered', async () => {
  const storedItems = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => storedItems.get(name) ?? null,
    setItem: (name: string, value: string) => storedItems.set(name, value),
    removeItem: (name: string) => storedItems.delete(name),
  })
  mockResponses('lost', createOkResponse(), createOkResponse())
  await postMessageAfterReload()
  await postMessageAfterReload()
  expect(idempotencyKeys[1]).toBe(idempotencyKeys[0])
  expect(storedItems.size).toBe(0)
  await postMessageAfterReload()
  expect(idempotencyKeys[2]).not.toBe(idempotencyKeys[0])
})

test('a form with files has no key', async () => {
  mockResponses()
  const sendForm = vi.spyOn(form, 'sendForm').mockResolvedValue(createOkResponse())
  await postCommendation(new FormData())
  expect(sendForm.mock.calls[0]?.[2].headers).not.toHaveProperty('idempotency-key')
})
