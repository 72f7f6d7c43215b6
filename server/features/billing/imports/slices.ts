import { setImmediate as breathe } from 'node:timers/promises'

const SLICE = 1000

/** Hands items over in slices, with room for other calls between them: no work of an import holds the others up for long. */
export async function* inSlices<Item>(items: Iterable<Item>): AsyncGenerator<Item[]> {
  let slice: Item[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < SLICE) continue
    yield slice
    slice = []
    await breathe()
  }
  if (slice.length > 0) yield slice
}
