import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { callHook, mountHook } from '#lib/testing-hooks.ts'
import { useNeighbours, type RecordNeighbours } from './use-neighbours.ts'

const PAGE_SIZE = 3

let unmount = async (): Promise<void> => undefined
afterEach(() => unmount())

/** Mounts the hook on `page` of a list. */
function mountNeighbours(ids: readonly number[], page = 1) {
  const list = { ids, fetchedPages: [] as number[] }
  const slicePage = (number: number) => ({
    data: list.ids.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map((id) => ({ id })),
    total: list.ids.length,
  })
  const rendered: { neighbours?: RecordNeighbours; showList?: () => void } = {}
  unmount = mountHook(() => {
    const [shownPage, setShownPage] = useState(() => slicePage(page))
    rendered.showList = () => setShownPage(slicePage(page))
    rendered.neighbours = useNeighbours({ page, limit: PAGE_SIZE, searchTerm: '' }, shownPage, (filter) => {
      list.fetchedPages.push(filter.page)
      return Promise.resolve(slicePage(filter.page))
    })
  })
  return {
    list,
    /** Changes the list as decisions do, and refetches the shown page. */
    changeList: async (nextIds: readonly number[]) => {
      list.ids = nextIds
      rendered.showList?.()
      await waitForRender()
    },
    has: (id: number, direction: 1 | -1) => rendered.neighbours?.has(id, direction),
    find: async (id: number, direction: 1 | -1) => {
      const neighbour = await rendered.neighbours?.find(id, direction)
      await waitForRender()
      return neighbour
    },
  }
}

async function waitForRender(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const NINE_RECORDS = [9, 8, 7, 6, 5, 4, 3, 2, 1]

test('a walk over a list that does not change meets each record once, in both directions', async () => {
  const walk = mountNeighbours(NINE_RECORDS)
  for (let id = 9; id > 1; id--) expect([id, await walk.find(id, 1)]).toEqual([id, id - 1])
  expect([walk.has(1, 1), walk.has(2, 1)]).toEqual([false, true])
  for (let id = 1; id < 9; id++) expect([id, await walk.find(id, -1)]).toEqual([id, id + 1])
  expect(walk.has(9, -1)).toBe(false)
})

test('after the records of a later page were decided, the walk continues with those that moved up', async () => {
  const walk = mountNeighbours(NINE_RECORDS)
  expect(await walk.find(7, 1)).toBe(6)
  await walk.changeList([9, 8, 7, 3, 2, 1])
  expect(walk.has(4, 1)).toBe(true)
  expect(await walk.find(4, 1)).toBe(3)
  expect(walk.list.fetchedPages).toEqual([2, 2])
  expect([walk.has(2, 1), walk.has(1, 1)]).toEqual([true, false])
})

test('records that are decided one after another, each before the next is opened, are all met', async () => {
  const walk = mountNeighbours(NINE_RECORDS)
  const metIds: number[] = []
  for (let id: number | undefined = 7; id !== undefined;) {
    const next: number | undefined = walk.has(id, 1) ? await walk.find(id, 1) : undefined
    if (id !== 7) await walk.changeList(walk.list.ids.filter((listedId) => listedId !== id))
    if (next !== undefined) metIds.push(next)
    id = next
  }
  expect(metIds).toEqual([6, 5, 4, 3, 2, 1])
})

test('records that moved up by more than a page are met too', async () => {
  const walk = mountNeighbours(NINE_RECORDS)
  await walk.find(7, 1)
  await walk.changeList([7, 3, 2, 1])
  expect(await walk.find(4, 1)).toBe(3)
})

test('new records that push the others down repeat and skip none', async () => {
  const walk = mountNeighbours(NINE_RECORDS)
  await walk.find(7, 1)
  await walk.changeList([13, 12, 11, 10, ...NINE_RECORDS])
  expect(await walk.find(4, 1)).toBe(3)
})

test('backwards, new records that push the others down skip none', async () => {
  const walk = mountNeighbours(NINE_RECORDS, 3)
  await walk.find(3, -1)
  await walk.changeList([10, ...NINE_RECORDS])
  expect(await walk.find(6, -1)).toBe(7)
})

test('backwards, records of an earlier page that have left the list skip none', async () => {
  const walk = mountNeighbours(NINE_RECORDS, 3)
  expect(await walk.find(3, -1)).toBe(4)
  await walk.changeList([7, 6, 5, 4, 3, 2, 1])
  expect(await walk.find(6, -1)).toBe(7)
})

test('a neighbour on a page that cannot be fetched is an error, not the end of the list', async () => {
  const { find } = callHook(() =>
    useNeighbours(
      { page: 1, limit: PAGE_SIZE, searchTerm: '' },
      { data: [{ id: 9 }, { id: 8 }, { id: 7 }], total: 9 },
      () => Promise.reject(new Error('offline')),
    ),
  )
  await expect(find(7, 1)).rejects.toThrow('offline')
})
