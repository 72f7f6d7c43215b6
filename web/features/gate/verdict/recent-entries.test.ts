import { expect, test } from 'vitest'
import { isUndoable, type RecentEntry } from './recent-entries.ts'

test.each<[RecentEntry['kind'], RecentEntry['entry']['outcome'], boolean]>([
  ['in', 'written', true],
  ['out', 'marked', true],
  ['in', 'waiting', true],
  ['in', 'refused', false],
  ['refused', 'written', false],
])('an entry %s that is %s can be undone: %s', (kind, outcome, isOffered) => {
  const entry = { key: '1', outcome, mark: '' as const, message: '', pass: null }
  expect(isUndoable({ entry, kind, people: 1, name: 'Ana Cruz', at: 0 })).toBe(isOffered)
})
