import { type RefObject, useEffect, useEffectEvent } from 'react'
import { areKeysHeld } from '#lib/keys/held-keys.tsx'
import { shortcuts } from '#lib/keys/shortcuts.ts'
import { toShortcutKey } from '#lib/keys/to-shortcut-key.ts'

/**
 * Calls `run` when a shortcut is pressed inside the element's dialog. Keys in text fields are ignored (WCAG
 * 2.1.4).
 */
export function useLayerKey(key: string, within: RefObject<HTMLElement | null>, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (toShortcutKey(event) !== key || !shortcuts.get() || areKeysHeld()) return
    const { target } = event
    const layer = within.current?.closest('dialog')
    if (!(target instanceof Node) || layer?.contains(target) !== true || isField(target)) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

const FIELDS =
  'input:not([type="checkbox"]), textarea, select, [role="combobox"], [role="listbox"], [role="option"]'

export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS))
