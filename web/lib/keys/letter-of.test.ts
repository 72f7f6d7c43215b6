import { expect, test } from 'vitest'
import { letterOf, type Press } from './letter-of.ts'

const press = (key: string, over: Partial<Press> = {}): Press => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  defaultPrevented: false,
  ...over,
})

test('letters and the question mark are keys, also with Caps Lock', () => {
  expect(['j', 'A', 'x', '?'].map((key) => letterOf(press(key)))).toEqual(['j', 'a', 'x', '?'])
  expect(letterOf(press('?', { shiftKey: true }))).toBe('?')
})

test('a modifier, a named key or a press that was used makes no letter', () => {
  for (const over of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'defaultPrevented'])
    expect(letterOf(press('a', { [over]: true }))).toBeUndefined()
  for (const key of ['Enter', 'ArrowDown', 'F1', 'Escape', ' ', '1', 'ñ'])
    expect(letterOf(press(key))).toBeUndefined()
})

test('a held key moves on, but decides nothing more', () => {
  expect(letterOf(press('j', { repeat: true }))).toBe('j')
  for (const key of ['a', 'r', 'x', 'n']) expect(letterOf(press(key, { repeat: true }))).toBeUndefined()
})
