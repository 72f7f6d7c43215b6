import type { KeyboardEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { moveFocus } from './move-focus.ts'

const focusableControls = [0, 1, 2].map(() => ({ focus: () => {} }) as HTMLElement)
const EVENT_WITHOUT_MODIFIERS = { altKey: false, ctrlKey: false, metaKey: false, preventDefault: () => {} }
function pressKey(key: string, modifiers: Partial<typeof EVENT_WITHOUT_MODIFIERS> = {}): number | undefined {
  vi.stubGlobal('document', { activeElement: focusableControls[0] })
  return moveFocus(
    { ...EVENT_WITHOUT_MODIFIERS, key, ...modifiers } as KeyboardEvent,
    'across',
    focusableControls,
  )
}

test('the arrow keys wrap around, Home and End go to the ends', () => {
  expect(['ArrowRight', 'ArrowLeft', 'Home', 'End', 'ArrowDown'].map((key) => pressKey(key))).toEqual([
    1,
    2,
    0,
    2,
    undefined,
  ])
})

test('the browser keeps its own keys, such as Alt with an arrow', () => {
  for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
    expect(pressKey('ArrowLeft', { [modifier]: true })).toBeUndefined()
})
