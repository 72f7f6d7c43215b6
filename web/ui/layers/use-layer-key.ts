import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isField } from '#lib/is-field.ts'

/**
 * Runs an action on a letter key while the focus is inside the element's layer but not in a field (WCAG
 * 2.1.4). Show the key in the element's tooltip.
 */
export function useLayerKey(key: string, within: RefObject<HTMLElement | null>, run: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, repeat, defaultPrevented, target } = event
    if (altKey || ctrlKey || metaKey || repeat || defaultPrevented || event.key.toLowerCase() !== key) return
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
