import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createStreamOrder } from './stream-order.ts'

const log = { warn: vi.fn() }

/** So many turns of the event loop: what waits for nothing but its turn is done then, and no timer needs to have run. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await turn()
}

/** An order, and what was told in it. */
function aStream() {
  const told: string[] = []
  const order = createStreamOrder(log)
  return {
    order,
    told,
    /** Tells an own event, which Redis takes when the answered function is called with its place. */
    tell(name: string) {
      const published = Promise.withResolvers<string>()
      const done = order.own(published.promise).then(() => told.push(name))
      return { done, isAt: published.resolve, fails: published.reject }
    },
    hear: (name: string) => order.read(() => told.push(name)),
  }
}

test('an own event waits for an older one that the reader has not come to', async () => {
  const { order, told, tell, hear } = aStream()
  const own = tell('own')
  own.isAt('7-1')
  await turns(5)
  expect(told).toEqual([])
  hear('older')
  order.readOwn('7-1')
  hear('newer')
  await own.done
  await expect.poll(() => told).toEqual(['older', 'own', 'newer'])
})

test('the reader waits at an own event that Redis has not answered yet', async () => {
  const { order, told, tell, hear } = aStream()
  const own = tell('own')
  order.readOwn('7-0')
  hear('newer')
  await turns(5)
  expect(told).toEqual([])
  own.isAt('7-0')
  await expect.poll(() => told).toEqual(['own', 'newer'])
})

test('the reader waits at an own event for no other one', async () => {
  const { order, told, tell, hear } = aStream()
  const [own, later] = [tell('own'), tell('later')]
  order.readOwn('7-0')
  hear('newer')
  own.isAt('7-0')
  await turns(10)
  expect(told).toEqual(['own', 'newer'])
  later.isAt('8-0')
  order.readOwn('8-0')
  await later.done
  expect(told).toEqual(['own', 'newer', 'later'])
})

test('many own ones among those of others keep the order of the stream, whoever comes first', async () => {
  const { order, told, tell, hear } = aStream()
  const names = Array.from({ length: 200 }, (_, n) => `${n}`)
  const own = new Map(names.filter((_, n) => n % 3 === 0).map((name) => [name, tell(name)]))
  for (const name of names) {
    const mine = own.get(name)
    const isFirst = Number(name) % 2 === 0
    if (isFirst) mine?.isAt(`9-${name}`)
    if (mine) order.readOwn(`9-${name}`)
    else hear(name)
    if (Number(name) % 5 === 0) await turn()
    if (!isFirst) mine?.isAt(`9-${name}`)
  }
  await expect.poll(() => told.length).toBe(200)
  expect(told).toEqual(names)
})

test('a reader that hears nothing holds an own event up for a moment only, and not what it reads later', async () => {
  const { order, told, tell, hear } = aStream()
  const own = ['1-0', '2-0', '3-0'].map((place) => {
    const event = tell(place)
    event.isAt(place)
    return event
  })
  // Nothing else ends the wait: one without a bound would outlast the test.
  await Promise.all(own.map(({ done }) => done))
  for (const place of ['1-0', '2-0', '3-0']) order.readOwn(place)
  hear('other')
  await turns(10)
  expect(told).toEqual(['1-0', '2-0', '3-0', 'other'])
})

test('events that Redis did not take, or that have no place, wait for nothing', async () => {
  const { order, told, tell, hear } = aStream()
  const lost = tell('lost')
  lost.fails(new Error('The connection broke.'))
  await expect(lost.done).rejects.toThrow('broke')
  // It came to Redis all the same.
  order.readOwn('4-0')
  hear('other')
  const placeless = tell('placeless')
  placeless.isAt('')
  await turns(10)
  expect(told.toSorted()).toEqual(['other', 'placeless'])
})

test('an event that fails does not stop those behind it', async () => {
  const { order, told, hear } = aStream()
  order.read(() => {
    throw new Error('no such kind of event')
  })
  hear('next')
  await expect.poll(() => told).toEqual(['next'])
  expect(log.warn).toHaveBeenCalledOnce()
})
