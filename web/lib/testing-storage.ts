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

/** Fakes the storage of a browser. Stored texts are own properties of the object. */
export const createStorage = (stored: Stored = {}): Stored =>
  Object.assign(Object.create(METHODS) as Stored, stored)
