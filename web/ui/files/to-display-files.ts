import { toFiles } from '#lib/record-values.ts'

/** `src` is a signed link (rules 6.9), or an object URL of a newly chosen file. */
export interface DisplayFile {
  name: string
  src: string
  thumb?: string
  kind: 'image' | 'video' | 'pdf'
}

export function getFileKind(name: string): DisplayFile['kind'] {
  if (/\.pdf$/i.test(name)) return 'pdf'
  return /\.(mp4|webm|mov|m4v)$/i.test(name) ? 'video' : 'image'
}

export function toDisplayFiles(value: unknown): DisplayFile[] {
  return toFiles(value).flatMap(({ name, url, src, thumb }) =>
    src === undefined ? [] : [{ name, src, kind: getFileKind(url), ...(thumb !== undefined && { thumb }) }],
  )
}
