import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import { api } from '#lib/api/api.ts'
import { mountHook } from '#lib/testing-hooks.ts'
import { type PageSelection, useSelection } from '#ui/list-pages/selection.ts'
import { BANK_LINE_STATUS } from '@tahanan/contract/billing/bank.ts'
import { addShownLines, confirmLines, filterLinesAsShown, toLineRowName } from './confirm-lines.ts'

const createLine = (id: number, paymentId: number) => ({ id, payment: { id: paymentId } })

test('a line whose payment has changed since the list showed it is left out', () => {
  const openLine = { id: 3, payment: null }
  const firstShownIds = addShownLines(new Map(), [createLine(1, 10), createLine(2, 20), openLine])
  const shownIds = addShownLines(firstShownIds, [createLine(2, 21)])
  const currentLines = [createLine(1, 11), createLine(2, 21), createLine(3, 30)]
  expect(filterLinesAsShown(currentLines, shownIds)).toEqual([createLine(2, 21), createLine(3, 30)])
})

test('confirmed lines leave the selection, also if a later call fails', async () => {
  const lines = Array.from({ length: 501 }, (_, index) => createLine(index + 1, index + 1001))
  const filter = { page: 1, limit: 10, searchTerm: '', status: BANK_LINE_STATUS.likely }
  let selection: PageSelection | undefined
  const unmount = mountHook(() => void (selection = useSelection(filter, lines.length, toLineRowName)))
  flushSync(() => selection?.select(lines.map(({ id }) => id)))
  vi.spyOn(api, 'post').mockResolvedValueOnce({ matched: 500 }).mockRejectedValueOnce(new Error('offline'))
  await expect(confirmLines(lines)).rejects.toThrow('offline')
  await vi.waitUntil(() => selection?.count === 1)
  expect(selection?.has(501)).toBe(true)
  await unmount()
})
