import { normalizePdfName } from '@tahanan/contract/billing/statement-import.ts'

/**
 * PDFs that the user chose, by `normalizePdfName`. A later file replaces an earlier one with the same name.
 */
export type ChosenPdfs = ReadonlyMap<string, File>

export interface Chosen {
  pdfs: ChosenPdfs
  /** Number of ignored files, which are not PDFs. */
  others: number
  replaced: number
}

export const NO_PDFS: Chosen = { pdfs: new Map(), others: 0, replaced: 0 }

/** Adds files to the chosen PDFs. Skips hidden files, such as the `._name.pdf` that macOS creates. */
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

/** Result of matching the chosen PDFs with the rows of an import. Names keep their case and are sorted. */
export interface Matching {
  send: readonly File[]
  uploadedCount: number
  /** PDF names in rows for which no PDF is chosen or on the server. */
  missing: readonly string[]
  /** Names of chosen PDFs that no row mentions. They are not uploaded. */
  extra: readonly string[]
}

/**
 * Matches PDFs with rows. `sent` holds the files that this page has uploaded: if one was changed since then,
 * it is uploaded again.
 */
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
