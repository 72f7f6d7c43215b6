import { expect, test, vi } from 'vitest'
import { api, ApiError } from '#lib/api/api.ts'
import type { CsvChoice } from '#lib/api/selected-rows.ts'
import * as session from '#lib/api/session.ts'
import { callHook } from '#lib/testing-hooks.ts'
import type { PageSelection } from '#ui/list-pages/selection.ts'
import { dialogQueue } from '#ui/overlays/dialogs.ts'
import { answerDialog } from '#ui/overlays/testing.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import { createTestTicket } from '../../testing.ts'
import { useDecideMany } from './use-decide-many.tsx'

const UPDATED_AT = '2026-03-12T01:00:00.000Z'
const ALL_OF_FILTER: CsvChoice = { searchTerm: 'cruz', except: new Set() }

function createRowStream(ids: readonly number[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const rows = ids.map((id) => createTestTicket('gatePass', { id }))
  return new Response(JSON.stringify({ data: rows })).body as ReadableStream<Uint8Array<ArrayBuffer>>
}

function selectTickets(choice: CsvChoice) {
  const decisions = callHook(() => useDecideMany(getModule('gatePass')))
  const select = vi.fn<PageSelection['select']>()
  const clear = vi.fn<PageSelection['clear']>()
  const selection = { csv: choice, select, clear }
  const stream = vi.spyOn(api, 'stream')
  const put = vi.spyOn(api, 'put').mockImplementation(async (_path, body) => {
    const { tickets } = body as { tickets: { id: number }[] }
    return { done: tickets.map(({ id }) => id), refused: [], saved: [] } as never
  })
  vi.spyOn(toast, 'success').mockReturnValue()
  return { decisions, selection, stream, put, select, clear }
}

const createSentTickets = (ids: readonly number[]) => ids.map((id) => ({ id, updated_at: UPDATED_AT }))

test('a selected ticket without a snapshot is fetched, named and decided', async () => {
  const { decisions, selection, stream, put, select } = selectTickets({ ids: [1, 2] })
  decisions.updateSnapshots([createTestTicket('gatePass', { id: 2 })], () => true)
  stream.mockResolvedValue(createRowStream([1]))
  const decisionPromise = decisions.ask(selection, STATUS.approved)
  const { title, content } = await answerDialog(true)
  await decisionPromise
  expect(title).toBe('Do you want to approve 2 gate passes?')
  expect(content).toMatchObject({ props: { tickets: [{ id: 2 }, { id: 1 }], total: 2 } })
  expect(stream.mock.calls).toEqual([['/ticketIds', { selectedIds: '1', sort: undefined }]])
  expect(put.mock.calls).toEqual([
    ['/tickets/decided', { tickets: createSentTickets([2, 1]), status: STATUS.approved, remarks: undefined }],
  ])
  expect(select.mock.calls).toEqual([[[]]])
})

test('of all rows only those are decided that were in the list when the question was asked', async () => {
  const { decisions, selection, stream, put } = selectTickets(ALL_OF_FILTER)
  let listedIds = [1, 2]
  stream.mockImplementation(async () => createRowStream(listedIds))
  const decisionPromise = decisions.ask(selection, STATUS.approved)
  await vi.waitUntil(() => dialogQueue.get().length > 0)
  listedIds = [1, 2, 3]
  const { title } = await answerDialog(true)
  await decisionPromise
  expect(title).toBe('Do you want to approve 2 gate passes?')
  expect(put.mock.calls).toEqual([
    ['/tickets/decided', { tickets: createSentTickets([1, 2]), status: STATUS.approved, remarks: undefined }],
  ])
})

test('a second press while the tickets load asks no second question', async () => {
  const { decisions, selection, stream, put } = selectTickets(ALL_OF_FILTER)
  stream.mockImplementation(async () => createRowStream([1]))
  const decisionPromises = [STATUS.approved, STATUS.completed].map((status) =>
    decisions.ask(selection, status),
  )
  const { title } = await answerDialog(false)
  await Promise.all(decisionPromises)
  expect(title).toBe('Do you want to approve 1 gate pass?')
  expect([stream.mock.calls.length, dialogQueue.get(), put.mock.calls]).toEqual([1, [], []])
})

test('nothing is asked if the tickets cannot be loaded', async () => {
  const { decisions, selection, stream, put } = selectTickets(ALL_OF_FILTER)
  vi.spyOn(session, 'getSessionToken').mockReturnValue('a session')
  stream.mockRejectedValue(new ApiError(502, 'The download was cut off. Please try again.'))
  const decisionPromise = decisions.ask(selection, STATUS.approved)
  const { title, content } = await answerDialog(true)
  await decisionPromise
  expect([title, content]).toEqual([
    'Oops! Something went wrong.',
    'The download was cut off. Please try again.',
  ])
  expect([dialogQueue.get(), put.mock.calls]).toEqual([[], []])
})

test('nothing is asked about tickets that are all gone, and the selection is cleared', async () => {
  const { decisions, selection, stream, put, clear } = selectTickets({ ids: [1] })
  stream.mockResolvedValue(createRowStream([]))
  await decisions.ask(selection, STATUS.approved)
  expect(clear).toHaveBeenCalledOnce()
  expect([dialogQueue.get(), put.mock.calls]).toEqual([[], []])
})
