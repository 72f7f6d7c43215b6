const SLICE = 1000

/** Yields items in slices. */
export function* inSlices<Item>(items: Iterable<Item>): Generator<Item[]> {
  let slice: Item[] = []
  for (const item of items) {
    slice.push(item)
    if (slice.length < SLICE) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}
