export type Stored = Record<string, string>

const STORAGE_METHODS = {
  getItem(this: Stored, key: string) {
    return this[key] ?? null
  },
  setItem(this: Stored, key: string, value: string) {
    this[key] = value
  },
  removeItem(this: Stored, key: string) {
    delete this[key]
  },
}

/** Fakes the storage of a browser. Stored texts are own properties of the object. */
export const createStorage = (storedItems: Stored = {}): Stored =>
  Object.assign(Object.create(STORAGE_METHODS) as Stored, storedItems)
