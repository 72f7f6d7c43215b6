import { createKeptStore } from '../kept-store.ts'

const kept = createKeptStore('KEYS')

/** Whether the user has shortcuts with single letters enabled in lists and open records (WCAG 2.1.4). */
export const shortcuts = { get: () => kept.get().off !== true, watch: kept.watch }

export const setShortcuts = (on: boolean): void => kept.keep({ off: !on })

export function getShortcutProps(label: string, key: string | undefined) {
  return key !== undefined && shortcuts.get()
    ? { title: `${label} (${key.toUpperCase()})`, 'aria-keyshortcuts': key.toUpperCase() }
    : { title: label }
}
