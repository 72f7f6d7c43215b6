import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('no more than so many run at once, in their order, and a failure stops none', async () => {
  const takeTurn = inTurn(2)
  const begun: number[] = []
  let now = 0
  let most = 0
  const work = (n: number) => async () => {
    begun.push(n)
    most = Math.max(most, ++now)
    await new Promise((resolve) => setTimeout(resolve, 5))
    now--
    if (n === 1) throw new Error('refused')
    return n
  }
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => takeTurn(work(n))))
  expect(most).toBe(2)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})
