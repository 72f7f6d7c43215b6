import type { Details } from '@tahanan/contract/forms/validate.ts'

/** A record as the database gives it, under the names that readers see. */
export interface RecordRow extends Details {
  id: number
  status: number
  created_at: Date
  updated_at: Date
}

/** `memoNumber` → `memo_number` */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
