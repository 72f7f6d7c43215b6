import { normalizePdfName } from '@tahanan/contract/billing/statement-import.ts'

/** Chosen PDFs keyed by `normalizePdfName`; a later file with the same name replaces the earlier one. */
export type ChosenPdfs = ReadonlyMap<string, File>

export interface Chosen {
  pdfs: ChosenPdfs
  /** Number of other files, which are ignored. */
  others: number
  replaced: number
}

export const NO_PDFS: Chosen = { pdfs: new Map(), others: 0, replaced: 0 }

/** Adds files to the chosen ones, without the `._name.pdf` files of macOS. */
export function addFiles(before: Chosen, files: readonly File[]): Chosen {
  const pdfs = new Map(before.pdfs)
  let { others, replaced } = before
  for (const file of files) {
    if (file.name.startsWith('.')) continue
    const key = normalizePdfName(file.name)
    if (!/\.pdf$/i.test(file.name.trim())) others++
    else {
      const known = pdfs.get(key)
      if (known && !isSameFile(known, file)) replaced++
      pdfs.set(key, file)
    }
  }
  return { pdfs, others, replaced }
}

function isSameFile(one: File, other: File): boolean {
  return one.size === other.size && one.lastModified === other.lastModified
}

/** Result of matching chosen PDFs with the rows of an import. Names keep their case and are sorted. */
export interface Matching {
  send: readonly File[]
  uploadedCount: number
  /** Names in rows whose PDF is neither chosen nor on the server. */
  missing: readonly string[]
  /** Chosen PDFs without a row, which are not uploaded. */
  extra: readonly string[]
}

/** `sent` are the uploads of this page: a file that was corrected since then is uploaded again. */
export function matchPdfs(
  chosen: ChosenPdfs,
  missing: readonly string[],
  uploaded: readonly string[],
  sent: ChosenPdfs,
): Matching {
  const wanted = new Map(missing.map((name) => [normalizePdfName(name), name]))
  const uploadedKeys = new Set(uploaded.map(normalizePdfName))
  const send: File[] = []
  const extra: string[] = []
  for (const [key, file] of chosen) {
    const before = sent.get(key)
    if (wanted.has(key) || (uploadedKeys.has(key) && before && !isSameFile(before, file))) send.push(file)
    else if (!uploadedKeys.has(key)) extra.push(file.name)
    wanted.delete(key)
  }
  return {
    send,
    uploadedCount: uploadedKeys.size,
    missing: [...wanted.values()].toSorted(compareNames),
    extra: extra.toSorted(compareNames),
  }
}

const collator = new Intl.Collator('en', { numeric: true })
const compareNames = (one: string, other: string): number => collator.compare(one, other)
