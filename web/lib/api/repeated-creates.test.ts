import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'
import * as form from './send-form.ts'
import * as session from './session.ts'

const keys: (string | undefined)[] = []
function answerWith(...answers: (Response | 'lost')[]): void {
  vi.spyOn(session, 'getSessionToken').mockReturnValue('token')
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['idempotency-key'])
    const answer = answers.shift()
    return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(new TypeError())
  })
}
const ok = () => new Response('{}', { status: 201 })
const sendAfterReload = async () => {
  vi.resetModules()
  vi.spyOn(await import('./session.ts'), 'getSessionToken').mockReturnValue('token')
  const { api: reloaded } = await import('./api.ts')
  await reloaded.post('/message', { text: 'Hello' }, { isDrafted: true }).catch(() => undefined)
}
const send = (body: object) => api.post('/commendation', body).catch(() => undefined)

afterEach(() => {
  keys.length = 0
})

// The imported modules keep state, so they are reset before later tests of the same worker.
afterAll(() => void vi.resetModules())

test('a form keeps its key until it is answered; the next one gets a new key', async () => {
  answerWith('lost', new Response('', { status: 502 }), ok(), ok())
  for (let n = 0; n < 4; n++) await send({ title: 'Thanks' })
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[3]).not.toBe(keys[0])
})

test('another form has another key; a double tap has the same', async () => {
  answerWith('lost', ok(), ok(), ok())
  await send({ title: 'One' })
  await send({ title: 'Two' })
  expect(keys[1]).not.toBe(keys[0])
  await Promise.all([send({ title: 'Three' }), send({ title: 'Three' })])
  expect(keys[3]).toBe(keys[2])
})

test('a draft is sent with its key after a reload, until it is answered', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  answerWith('lost', ok(), ok())
  await sendAfterReload()
  await sendAfterReload()
  expect(keys[1]).toBe(keys[0])
  expect(stored.size).toBe(0)
  await sendAfterReload()
  expect(keys[2]).not.toBe(keys[0])
})

test('a form with files has no key', async () => {
  answerWith()
  const sendForm = vi.spyOn(form, 'sendForm').mockResolvedValue(ok())
  await send(new FormData())
  expect(sendForm.mock.calls[0]?.[2].headers).not.toHaveProperty('idempotency-key')
})
