import { setImmediate as breathe } from 'node:timers/promises'

const SLICE = 1000

/** Yields items in slices and lets other calls run between them, so that no import blocks the event loop for long. */
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
