import { expect, test } from 'vitest'
import { createFairLimit } from './create-fair-limit.ts'

function createWork() {
  const startedNames: string[] = []
  const pendingResolves: (() => void)[] = []
  const createNamedWork = (name: string) => () =>
    new Promise<void>((resolve) => {
      startedNames.push(name)
      pendingResolves.push(resolve)
    })
  const endFirstWork = async (): Promise<void> => {
    pendingResolves.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { started: startedNames, work: createNamedWork, endFirst: endFirstWork }
}

test('accounts take turns, so that one with much work does not delay the others', async () => {
  const { started, work, endFirst } = createWork()
  const limit = createFairLimit(2)
  const pendingCalls = [
    ...['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => limit('client 1', work(name))),
    limit('client 2', work('b1')),
    limit('client 2', work('b2')),
    limit('admin 1', work('c1')),
  ]
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual(['a1', 'a2'])
  for (let n = 0; n < pendingCalls.length; n++) await endFirst()
  expect(started).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'a3', 'a4', 'a5', 'a6'])
  await Promise.all(pendingCalls)
})

test('failed work frees its slot', async () => {
  const limit = createFairLimit(1)
  await expect(limit('client 1', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(limit('client 1', () => Promise.resolve(1))).resolves.toBe(1)
})

test('an account may be limited to fewer slots, so that one always stays free for the others', async () => {
  const { started, work, endFirst } = createWork()
  const limit = createFairLimit(2, 1)
  const pendingCalls = ['a1', 'a2', 'a3'].map((name) => limit('admin 1', work(name)))
  pendingCalls.push(limit('admin 2', work('b1')))
  await new Promise((resolve) => setImmediate(resolve))
  expect(started).toEqual(['a1', 'b1'])
  for (let n = 0; n < 4; n++) await endFirst()
  await Promise.all(pendingCalls)
})
