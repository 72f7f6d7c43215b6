import { expect, test, vi } from 'vitest'
import { fetchSelectedRows, filterSelectedRows } from './selected-rows.ts'
import * as session from './session.ts'

function mockStreamedResponse(...chunks: string[]): string[] {
  const requestedUrls: string[] = []
  vi.spyOn(session, 'getSessionToken').mockReturnValue('a session')
  vi.stubGlobal('fetch', (address: string) => {
    requestedUrls.push(address)
    const responseBody = new ReadableStream({
      start(controller) {
        for (const bodyPiece of chunks) controller.enqueue(new TextEncoder().encode(bodyPiece))
        controller.close()
      },
    })
    return Promise.resolve(new Response(responseBody))
  })
  return requestedUrls
}
const allButOne = { searchTerm: 'ana', sort: '-status', except: new Set([2]) }

test('rows are counted as they arrive, in any pieces, and the deselected are left out', async () => {
  const requestedUrls = mockStreamedResponse(
    '{"data":[{"id":1},{"i',
    'd":2}',
    ',\n{"id":3,"text":"a\\n]},"},',
    '\n{"id":4}]',
    '}',
  )
  const reportedCounts: number[] = []
  const rows = await fetchSelectedRows('/ticketIds', allButOne, (count) => reportedCounts.push(count))
  expect(rows).toEqual([{ id: 1 }, { id: 3, text: 'a\n]},' }, { id: 4 }])
  expect(reportedCounts).toEqual([2, 3, 4])
  expect(requestedUrls).toEqual(['/api/ticketIds?all=1&searchTerm=ana&sort=-status'])
})

test('selected rows keep the order of the answer', async () => {
  const requestedUrls = mockStreamedResponse('{"data":[{"id":7},{"id":9}]}')
  expect(await fetchSelectedRows('/tenantIds', { ids: [9, 7], sort: 'clientCode' })).toEqual([
    { id: 7 },
    { id: 9 },
  ])
  expect(requestedUrls).toEqual(['/api/tenantIds?selectedIds=9%2C7&sort=clientCode'])
})

test('no rows are an empty file, and a truncated answer is refused', async () => {
  mockStreamedResponse('{"data":[]}')
  expect(await fetchSelectedRows('/ticketIds', allButOne)).toEqual([])
  for (const incompletePieces of [['{"data":[{"id":1},\n{"id":'], ['{"data":[{"id":1},\n'], []]) {
    mockStreamedResponse(...incompletePieces)
    await expect(fetchSelectedRows('/ticketIds', allButOne)).rejects.toThrow('The download was cut off')
  }
})

test('more ids than an address holds are fetched in chunks, counted together', async () => {
  const requestedUrls = mockStreamedResponse('{"data":[{"id":1}]}')
  const ids = Array.from({ length: 1001 }, (_, n) => n + 1)
  const reportedCounts: number[] = []
  expect(await fetchSelectedRows('/tenantIds', { ids }, (count) => reportedCounts.push(count))).toHaveLength(
    2,
  )
  expect(
    requestedUrls.map((address) => new URLSearchParams(address.split('?')[1]).get('selectedIds')),
  ).toEqual([ids.slice(0, 1000).join(','), '1001'])
  expect(reportedCounts).toEqual([1, 2])
})

test('a refusal of the call is its own error', async () => {
  vi.spyOn(session, 'getSessionToken').mockReturnValue('a session')
  const errorBody = JSON.stringify({ code: 'missingPermission', message: 'No.' })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(errorBody, { status: 403 })))
  await expect(fetchSelectedRows('/ticketIds', allButOne)).rejects.toMatchObject({
    status: 403,
    message: 'No.',
  })
})

test('of loaded rows the chosen ones are kept', () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }]
  expect(filterSelectedRows(rows, { ids: [3, 1, 9] })).toEqual([{ id: 1 }, { id: 3 }])
  expect(filterSelectedRows(rows, allButOne)).toEqual([{ id: 1 }, { id: 3 }])
})
