/** Stored texts by key, as of `localStorage`. */
export type Stored = Record<string, string>

const METHODS = {
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

/** Creates a storage of the browser that holds these texts, which are its own properties. */
export const createStorage = (stored: Stored = {}): Stored =>
  Object.assign(Object.create(METHODS) as Stored, stored)
