import { filesOf } from '#lib/record-values.ts'

/** A file as a record carries it: `src` is a ready-signed link (rules 6.9) or an object URL of one just chosen. */
export interface ShownFile {
  name: string
  src: string
  /** A small picture of an image, for lists. */
  thumb?: string
  kind: 'image' | 'video' | 'pdf'
}

/** Returns the kind of file that a name suggests; the server has checked the content. */
export function kindOf(name: string): ShownFile['kind'] {
  if (/\.pdf$/i.test(name)) return 'pdf'
  return /\.(mp4|webm|mov|m4v)$/i.test(name) ? 'video' : 'image'
}

/** The files of a record, ready for `Files`. Those without a link are left out: there is nothing to open. */
export function shownFiles(value: unknown): ShownFile[] {
  return filesOf(value).flatMap(({ name, url, src, thumb }) =>
    src === undefined ? [] : [{ name, src, kind: kindOf(url), ...(thumb !== undefined && { thumb }) }],
  )
}
