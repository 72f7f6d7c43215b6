import { filesOf } from '../features/forms/record-values.ts'
import { kindOf, type ShownFile } from './file-thumb.tsx'

/** The files of a record, ready for `Files`. Those without a link are left out: there is nothing to open. */
export function shownFiles(value: unknown): ShownFile[] {
  return filesOf(value).flatMap(({ name, url, src, thumb }) =>
    src === undefined ? [] : [{ name, src, kind: kindOf(url), ...(thumb !== undefined && { thumb }) }],
  )
}
