import { afterEach, expect, test, vi } from 'vitest'
import { fetchChosenRows } from './chosen-rows.ts'
import * as session from './session.ts'

/** Answers calls with these pieces of a body; returns the addresses called. */
function answer(...pieces: string[]): string[] {
  const called: string[] = []
  vi.spyOn(session, 'sessionToken').mockReturnValue('a session')
  vi.stubGlobal('fetch', (address: string) => {
    called.push(address)
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
        controller.close()
      },
    })
    return Promise.resolve(new Response(body))
  })
  return called
}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const all = { searchTerm: 'ana', sort: '-status', except: new Set([2]) }

test('rows are counted as they arrive, in any pieces, and the deselected are left out', async () => {
  const called = answer('{"data":[{"id":1},{"i', 'd":2}', ',\n{"id":3,"text":"a\\n]},"},', '\n{"id":4}]', '}')
  const counts: number[] = []
  const rows = await fetchChosenRows('/ticketIds', all, (count) => counts.push(count))
  expect(rows).toEqual([{ id: 1 }, { id: 3, text: 'a\n]},' }, { id: 4 }])
  expect(counts).toEqual([2, 3, 4])
  expect(called).toEqual(['/api/ticketIds?all=1&searchTerm=ana&sort=-status'])
})

test('selected rows keep the order of the answer', async () => {
  const called = answer('{"data":[{"id":7},{"id":9}]}')
  expect(await fetchChosenRows('/tenantIds', { ids: [9, 7], sort: 'clientCode' })).toEqual([
    { id: 7 },
    { id: 9 },
  ])
  expect(called).toEqual(['/api/tenantIds?selectedIds=9%2C7&sort=clientCode'])
})

test('no rows are an empty file, and a truncated answer is refused', async () => {
  answer('{"data":[]}')
  expect(await fetchChosenRows('/ticketIds', all)).toEqual([])
  for (const pieces of [['{"data":[{"id":1},\n{"id":'], ['{"data":[{"id":1},\n'], []]) {
    answer(...pieces)
    await expect(fetchChosenRows('/ticketIds', all)).rejects.toThrow('The download was cut off')
  }
})
