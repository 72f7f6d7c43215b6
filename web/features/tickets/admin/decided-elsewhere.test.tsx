import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { forgetDecidedElsewhere, recordDecisionElsewhere, useDecidedElsewhere } from './decided-elsewhere.ts'

function Decisions(): string {
  return [...useDecidedElsewhere()].map(([id, words]) => `${id}: ${words}`).join(' ')
}

test('a ticket that a colleague decided offers no step until it is opened or the list is left', () => {
  // Clears the store first, because test files of the same worker share modules and another file may have
  // filled it.
  forgetDecidedElsewhere()
  recordDecisionElsewhere(1, 'Liza Villanueva approved it.')
  recordDecisionElsewhere(2, 'Liza Villanueva rejected it.')
  expect(renderToStaticMarkup(<Decisions />)).toBe(
    '1: Liza Villanueva approved it. 2: Liza Villanueva rejected it.',
  )
  forgetDecidedElsewhere(1)
  expect(renderToStaticMarkup(<Decisions />)).toBe('2: Liza Villanueva rejected it.')
  forgetDecidedElsewhere()
  expect(renderToStaticMarkup(<Decisions />)).toBe('')
})
