export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'defaultPrevented'
>

const REPEATABLE_KEYS = ['j', 'k']

export function toShortcutKey(press: KeyPress): string | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat, defaultPrevented } = press
  if (defaultPrevented || altKey || ctrlKey || metaKey) return undefined
  // Shift is allowed, because some keyboards need it for the question mark.
  if (key === '?') return key
  const letter = key.toLowerCase()
  if (shiftKey || !/^[a-z]$/.test(letter) || (repeat && !REPEATABLE_KEYS.includes(letter))) return undefined
  return letter
}

/** Calls `submit` on Ctrl+Enter or Cmd+Enter, once per key press. */
export function onSubmitKey(press: KeyPress & { preventDefault: () => void }, submit: () => void): void {
  if (press.key !== 'Enter' || !(press.ctrlKey || press.metaKey) || press.defaultPrevented) return
  press.preventDefault()
  if (!press.repeat) submit()
}
