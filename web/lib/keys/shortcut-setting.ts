import { createPersistentStore } from '../persistent-store.ts'

const shortcutStore = createPersistentStore('KEYS')

/** Whether the user has shortcuts with single letters enabled in lists and open records (WCAG 2.1.4). */
export const shortcutSetting = { get: () => shortcutStore.get().off !== true, watch: shortcutStore.watch }

export const setShortcutsEnabled = (on: boolean): void => shortcutStore.save({ off: !on })

export function getShortcutProps(label: string, key: string | undefined) {
  return key !== undefined && shortcutSetting.get()
    ? { title: `${label} (${key.toUpperCase()})`, 'aria-keyshortcuts': key.toUpperCase() }
    : { title: label }
}
