import type { FileRef } from '@tahanan/contract/forms/fields.ts'

/** Something the office publishes, as the API sends it. Instants are ISO 8601. */
export interface PublishedRecord {
  id: number
  title: string
  description?: string | null
  created_at: string
  updated_at: string
}

export interface Memorandum extends PublishedRecord {
  memoNumber: string | null
  date: string
  files: FileRef[]
}

export interface WithImages extends PublishedRecord {
  images: FileRef[]
}

export interface Advertisement extends WithImages {
  url: string
}
