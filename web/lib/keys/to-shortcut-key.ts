export type Press = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'repeat' | 'defaultPrevented'
>

const REPEATABLE = ['j', 'k']

/** Returns the letter of a key press without modifiers, or '?'; undefined for any other. */
export function toShortcutKey(press: Press): string | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey, repeat, defaultPrevented } = press
  if (defaultPrevented || altKey || ctrlKey || metaKey) return undefined
  // Keyboards have the question mark with or without Shift.
  if (key === '?') return key
  const letter = key.toLowerCase()
  if (shiftKey || !/^[a-z]$/.test(letter) || (repeat && !REPEATABLE.includes(letter))) return undefined
  return letter
}

/** Submits on Ctrl+Enter, once per press; stops the event's propagation. */
export function onSubmitKey(press: Press & { preventDefault: () => void }, submit: () => void): void {
  if (press.key !== 'Enter' || !(press.ctrlKey || press.metaKey) || press.defaultPrevented) return
  press.preventDefault()
  if (!press.repeat) submit()
}
