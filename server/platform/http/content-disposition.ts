import { create } from 'content-disposition'

/** Returns the header `Content-Disposition`; old programs, which read ASCII only, get the name without its accents. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '')
  // Some programs take a percent sign for an escape, and a backslash for a folder.
  return create(name.toWellFormed(), { type, fallback: ascii.replaceAll(/["\\%]/g, '_') })
}
