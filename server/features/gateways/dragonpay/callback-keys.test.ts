import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCallbackKeys } from './callback-keys.ts'

const createKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64')

const MINUTE_MS = 60_000

function createKeysWithClock() {
  const keyServer = { time: 0, asked: 0, list: [] as unknown, down: false }
  const keys = createCallbackKeys(
    () => {
      keyServer.asked += 1
      return keyServer.down ? Promise.reject(new Error('down')) : Promise.resolve(keyServer.list)
    },
    () => keyServer.time,
  )
  const listCurrentKeys = async () =>
    (await keys.current()).map((key) => key.export({ format: 'der', type: 'spki' }).toString('base64'))
  return { at: keyServer, keys, current: listCurrentKeys }
}

test('a revoked key is trusted for at most ten minutes', async () => {
  const { at, current } = createKeysWithClock()
  const [first, second] = [createKey(), createKey()]
  at.list = [{ value: first, status: 'Active' }]
  expect(await current()).toEqual([first])
  at.list = [
    { value: first, status: 'Revoked' },
    { value: second, status: 'ACTIVE' },
    { value: 'no key', status: 'Active' },
  ]
  at.time = 10 * MINUTE_MS - 1
  expect(await current()).toEqual([first])
  at.time += 1
  expect([await current(), at.asked]).toEqual([[second], 2])
})

test('while the gateway is unreachable, known keys stay in use, and it is asked once a minute', async () => {
  const { at, keys, current } = createKeysWithClock()
  const key = createKey()
  at.list = [{ value: key, status: 'Active' }]
  await current()
  at.time = 11 * MINUTE_MS
  at.down = true
  for (const _ of [1, 2]) expect(await current()).toEqual([key])
  expect(at.asked).toBe(2)
  at.time += MINUTE_MS
  expect([await keys.refresh(), at.asked]).toEqual([null, 3])
  at.time += MINUTE_MS
  at.down = false
  at.list = []
  expect([await current(), at.asked]).toEqual([[], 4])
})

test('forged messages cause at most one fetch of keys a minute, even twenty simultaneous ones', async () => {
  const { at, keys } = createKeysWithClock()
  at.list = []
  const twentyCalls = Array.from({ length: 20 })
  await Promise.all(twentyCalls.map(() => keys.current()))
  expect(at.asked).toBe(1)
  for (const _ of twentyCalls) await keys.refresh()
  expect(at.asked).toBe(1)
  at.time += 61_000
  await Promise.all(twentyCalls.map(() => keys.refresh()))
  expect(at.asked).toBe(2)
})

test('without any keys they are fetched every ten seconds', async () => {
  const { at, keys } = createKeysWithClock()
  at.down = true
  await expect(keys.current()).rejects.toThrow('down')
  await expect(keys.current()).rejects.toThrow('not known yet')
  expect(at.asked).toBe(1)
  at.time += 11_000
  await expect(keys.current()).rejects.toThrow('down')
  expect(at.asked).toBe(2)
})

test('invalid entries of the list are skipped, and another form of list is refused', async () => {
  const { at, current } = createKeysWithClock()
  const goodKey = createKey()
  at.list = [
    { value: 'AAAA', status: 'Active' },
    { value: 7 },
    null,
    'text',
    { status: 'Active' },
    { value: goodKey, status: 'Active' },
  ]
  expect(await current()).toEqual([goodKey])
  const otherKeys = createKeysWithClock()
  otherKeys.at.list = { keys: [] }
  await expect(otherKeys.current()).rejects.toThrow('unknown form')
})
