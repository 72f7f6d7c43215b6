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

/** Storage of a browser: the stored texts are its own properties. */
export const createStorage = (stored: Stored = {}): Stored =>
  Object.assign(Object.create(METHODS) as Stored, stored)
