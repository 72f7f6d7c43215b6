import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isField } from '#lib/is-field.ts'

/**
 * Runs an action on a letter while the focus is in the layer of an element and in no field of it (WCAG 2.1.4). The element tells the
 * key in its tooltip.
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
