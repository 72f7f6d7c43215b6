import { expect, test, vi } from 'vitest'

// The hook reads the store outside of a page here.
vi.mock('#lib/use-store.ts', () => ({ useStore: (store: { get: () => unknown }) => store.get() }))
const { forgetDecidedElsewhere, noteDecidedElsewhere, useDecidedElsewhere } =
  await import('./decided-elsewhere.ts')

test('a ticket that a colleague decided offers no step until it is opened or the list is left', () => {
  noteDecidedElsewhere(1, 'Liza Villanueva approved it.')
  noteDecidedElsewhere(2, 'Liza Villanueva rejected it.')
  expect([...useDecidedElsewhere()]).toEqual([
    [1, 'Liza Villanueva approved it.'],
    [2, 'Liza Villanueva rejected it.'],
  ])
  forgetDecidedElsewhere(1)
  expect([...useDecidedElsewhere().keys()]).toEqual([2])
  forgetDecidedElsewhere()
  expect(useDecidedElsewhere().size).toBe(0)
})
