import { vi } from 'vitest'

export type StoredItems = Record<string, string>

const STORAGE_METHODS = {
  getItem(this: StoredItems, key: string) {
    return this[key] ?? null
  },
  setItem(this: StoredItems, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: StoredItems, key: string) {
    delete this[key]
  },
}

/** Fakes the storage of a browser. Stored texts are own properties of the object. */
export const createStorage = (storedItems: StoredItems = {}): StoredItems =>
  Object.assign(Object.create(STORAGE_METHODS) as StoredItems, storedItems)

/** Fakes the parts of the browser that drafts use. Both storages share `storedItems`. */
export function stubDraftStorage(storedItems: StoredItems, pathname = '/'): void {
  vi.stubGlobal('location', { pathname })
  vi.stubGlobal('localStorage', storedItems)
  vi.stubGlobal('sessionStorage', storedItems)
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
}
