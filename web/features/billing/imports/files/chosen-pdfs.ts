import { pdfName } from '@tahanan/contract/billing/statement-import.ts'

/** The chosen PDFs, by `pdfName`; a later file of a name replaces the earlier. */
export type ChosenPdfs = ReadonlyMap<string, File>

export interface Chosen {
  pdfs: ChosenPdfs
  /** Files that are no PDFs by their name, left out. */
  others: number
  /** Files that took the place of another with the same name. */
  replaced: number
}

/** Nothing chosen. */
export const NO_PDFS: Chosen = { pdfs: new Map(), others: 0, replaced: 0 }

/** Returns the chosen files with more added, without the `._name.pdf` that macOS leaves beside files. */
export function withFiles(before: Chosen, files: readonly File[]): Chosen {
  const pdfs = new Map(before.pdfs)
  let { others, replaced } = before
  for (const file of files) {
    if (file.name.startsWith('.')) continue
    const key = pdfName(file.name)
    if (!/\.pdf$/i.test(file.name.trim())) others++
    else {
      const known = pdfs.get(key)
      if (known && !isSameFile(known, file)) replaced++
      pdfs.set(key, file)
    }
  }
  return { pdfs, others, replaced }
}

/** Whether two files are the same, as far as a browser can tell without reading them. */
function isSameFile(one: File, other: File): boolean {
  return one.size === other.size && one.lastModified === other.lastModified
}

/** Match of chosen PDFs and the rows of an import. Names are the original ones, in alphabetical order. */
export interface Matching {
  /** To be sent. */
  send: readonly File[]
  /** There already. */
  there: number
  /** Named by a row, neither chosen nor there. */
  missing: readonly string[]
  /** Chosen, and named by no row: not sent. */
  extra: readonly string[]
}

/**
 * Compares the chosen files with the server's lists of missing and stored names. `sent` are the files that this page sent, so
 * that one that was corrected since is sent again.
 */
export function match(
  chosen: ChosenPdfs,
  missing: readonly string[],
  uploaded: readonly string[],
  sent: ChosenPdfs,
): Matching {
  const wanted = new Map(missing.map((name) => [pdfName(name), name]))
  const there = new Set(uploaded.map(pdfName))
  const send: File[] = []
  const extra: string[] = []
  for (const [key, file] of chosen) {
    const before = sent.get(key)
    if (wanted.has(key) || (there.has(key) && before && !isSameFile(before, file))) send.push(file)
    else if (!there.has(key)) extra.push(file.name)
    wanted.delete(key)
  }
  return {
    send,
    there: there.size,
    missing: [...wanted.values()].toSorted(byName),
    extra: extra.toSorted(byName),
  }
}

const collator = new Intl.Collator('en', { numeric: true })
const byName = (one: string, other: string): number => collator.compare(one, other)
