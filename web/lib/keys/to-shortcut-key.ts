export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'defaultPrevented'
>

const REPEATABLE_KEYS = ['j', 'k']

export function toShortcutKey(keyPress: KeyPress): string | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat, defaultPrevented } = keyPress
  if (defaultPrevented || altKey || ctrlKey || metaKey) return undefined
  // Shift is allowed, because some keyboards need it for the question mark.
  if (key === '?') return key
  const lowerCaseKey = key.toLowerCase()
  if (shiftKey || !/^[a-z]$/.test(lowerCaseKey) || (repeat && !REPEATABLE_KEYS.includes(lowerCaseKey)))
    return undefined
  return lowerCaseKey
}

/** Calls `submit` on Ctrl+Enter or Cmd+Enter, once per key press. */
export function onSubmitKey(keyPress: KeyPress & { preventDefault: () => void }, submit: () => void): void {
  if (keyPress.key !== 'Enter' || !(keyPress.ctrlKey || keyPress.metaKey) || keyPress.defaultPrevented) return
  keyPress.preventDefault()
  if (!keyPress.repeat) submit()
}
