import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  forgetDecisionsOfOthers,
  recordDecisionOfOther,
  useDecisionsOfOthers,
} from './decisions-of-others.ts'

function DecisionTexts(): string {
  return [...useDecisionsOfOthers()].map(([id, decisionText]) => `${id}: ${decisionText}`).join(' ')
}

test('a ticket that a colleague decided offers no step until it is opened or the list is left', () => {
  // Clears the store first, because test files of the same worker share modules and another file may have
  // filled it.
  forgetDecisionsOfOthers()
  recordDecisionOfOther(1, 'Liza Villanueva approved it.')
  recordDecisionOfOther(2, 'Liza Villanueva rejected it.')
  expect(renderToStaticMarkup(<DecisionTexts />)).toBe(
    '1: Liza Villanueva approved it. 2: Liza Villanueva rejected it.',
  )
  forgetDecisionsOfOthers(1)
  expect(renderToStaticMarkup(<DecisionTexts />)).toBe('2: Liza Villanueva rejected it.')
  forgetDecisionsOfOthers()
  expect(renderToStaticMarkup(<DecisionTexts />)).toBe('')
})
