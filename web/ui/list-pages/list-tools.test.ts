import { afterEach, expect, test, vi } from 'vitest'
import { runDelayedCalls } from '#lib/delayed-calls.ts'
import { mountHook } from '#lib/testing-hooks.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { useSearchText } from './list-tools.tsx'

let unmount = async (): Promise<void> => undefined
afterEach(() => unmount())

function mountSearch() {
  const onSearch = vi.fn<(term: string) => void>()
  const rendered: Partial<ReturnType<typeof useSearchText>> = {}
  unmount = mountHook(() => {
    Object.assign(rendered, useSearchText({ value: '', onSearch }))
  })
  return {
    onSearch,
    getTypedText: () => rendered.typedText,
    type: async (text: string) => {
      rendered.setTypedText?.(text)
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      runDelayedCalls()
    },
  }
}

test('a search term that is too long stays in the field as it is, and is not sent', async () => {
  const { type, onSearch, getTypedText } = mountSearch()
  const longestTerm = 'a'.repeat(LIMITS.searchTerm)
  await type(`${longestTerm}b`)
  expect([getTypedText(), onSearch.mock.calls]).toEqual([`${longestTerm}b`, []])
  await type(` ${longestTerm} `)
  expect(onSearch.mock.calls).toEqual([[longestTerm]])
})
