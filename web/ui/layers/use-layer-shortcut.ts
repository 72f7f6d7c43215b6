import { type RefObject, useEffect, useEffectEvent } from 'react'
import { areShortcutsDisabled } from '#lib/keys/disable-shortcuts.tsx'
import { shortcutSetting } from '#lib/keys/shortcut-setting.ts'
import { toShortcutKey } from '#lib/keys/to-shortcut-key.ts'

/**
 * Calls `run` when a shortcut is pressed inside the element's dialog. Keys in text fields are ignored (WCAG
 * 2.1.4).
 */
export function useLayerShortcut(
  key: string,
  elementRef: RefObject<HTMLElement | null>,
  run: () => void,
): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (toShortcutKey(event) !== key || !shortcutSetting.get() || areShortcutsDisabled()) return
    const { target } = event
    const enclosingDialog = elementRef.current?.closest('dialog')
    if (!(target instanceof Node) || enclosingDialog?.contains(target) !== true || isInputField(target))
      return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])
}

const FIELD_SELECTOR =
  'input:not([type="checkbox"]), textarea, select, [role="combobox"], [role="listbox"], [role="option"]'

export const isInputField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELD_SELECTOR))
