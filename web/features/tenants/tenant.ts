import type { FileRef } from '@tahanan/contract/forms/fields.ts'

/** A tenant as the office reads it. Who may only pick tenants gets the first four alone (rules 3.11). */
export interface Tenant {
  id: number
  clientCode: string
  uoccname: string
  unitNumber: string
  name?: string
  uoccpers?: string
  uocctel1?: string
  uocctel2?: string
  ubtname?: string
  ubaddln1?: string
  email?: string
  /** Pesos. */
  soaAmount?: number
  /** The key of the picture, and its signed links. */
  image?: string | null
  src?: string
  thumb?: string
  lastSeen?: string | null
  created_at?: string
  updated_at: string
  [field: string]: unknown
}

/** The picture as a form's field has it: a list of at most one file. */
export function pictureOf({ image, src, thumb }: Tenant): FileRef[] {
  return image ? [{ name: image.split('/').at(-1) ?? image, url: image, src, thumb }] : []
}
