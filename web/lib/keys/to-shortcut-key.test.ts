import { expect, test } from 'vitest'
import { toShortcutKey, type Press } from './to-shortcut-key.ts'

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
  expect(['j', 'A', 'x', '?'].map((key) => toShortcutKey(press(key)))).toEqual(['j', 'a', 'x', '?'])
  expect(toShortcutKey(press('?', { shiftKey: true }))).toBe('?')
})

test('a modifier, a named key or a press that was used makes no letter', () => {
  for (const over of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'defaultPrevented'])
    expect(toShortcutKey(press('a', { [over]: true }))).toBeUndefined()
  for (const key of ['Enter', 'ArrowDown', 'F1', 'Escape', ' ', '1', 'ñ'])
    expect(toShortcutKey(press(key))).toBeUndefined()
})

test('a held key moves on, but decides nothing more', () => {
  expect(toShortcutKey(press('j', { repeat: true }))).toBe('j')
  for (const key of ['a', 'r', 'x', 'n']) expect(toShortcutKey(press(key, { repeat: true }))).toBeUndefined()
})
