import { expect, test } from 'vitest'
import { createTurnstile } from './turnstile.ts'

/** Work that ends when it is told to, and who began it in which order. */
function createWork() {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name)
      ends.push(resolve)
    })
  const endFirst = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { begun, work, endFirst }
}

test('accounts take turns, so that one that brings much does not hold up the others', async () => {
  const { begun, work, endFirst } = createWork()
  const enter = createTurnstile(2)
  const all = [
    ...['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => enter(work(name), 'client 1')),
    enter(work('b1'), 'client 2'),
    enter(work('b2'), 'client 2'),
    enter(work('c1'), 'admin 1'),
  ]
  await Promise.resolve()
  expect(begun).toEqual(['a1', 'a2'])
  for (let n = 0; n < all.length; n++) await endFirst()
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5', 'a6'])
  await Promise.all(all)
})

test('work that fails gives its place back', async () => {
  const enter = createTurnstile(1)
  await expect(enter(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(enter(() => Promise.resolve(1))).resolves.toBe(1)
})
