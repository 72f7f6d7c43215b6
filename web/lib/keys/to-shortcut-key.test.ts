import { expect, test } from 'vitest'
import { toShortcutKey, type KeyPress } from './to-shortcut-key.ts'

const createKeyPress = (key: string, overrides: Partial<KeyPress> = {}): KeyPress => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  defaultPrevented: false,
  ...overrides,
})

test('letters and the question mark are keys, also with Caps Lock', () => {
  expect(['j', 'A', 'x', '?'].map((key) => toShortcutKey(createKeyPress(key)))).toEqual(['j', 'a', 'x', '?'])
  expect(toShortcutKey(createKeyPress('?', { shiftKey: true }))).toBe('?')
})

test('a modifier, a named key or a press that was used makes no letter', () => {
  for (const eventFlag of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'defaultPrevented'])
    expect(toShortcutKey(createKeyPress('a', { [eventFlag]: true }))).toBeUndefined()
  for (const key of ['Enter', 'ArrowDown', 'F1', 'Escape', ' ', '1', 'ñ'])
    expect(toShortcutKey(createKeyPress(key))).toBeUndefined()
})

test('a held key moves on, but decides nothing more', () => {
  expect(toShortcutKey(createKeyPress('j', { repeat: true }))).toBe('j')
  for (const key of ['a', 'r', 'x', 'n'])
    expect(toShortcutKey(createKeyPress(key, { repeat: true }))).toBeUndefined()
})
