import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFName, PDFRawStream, PDFRef, type PDFObject } from '@cantoo/pdf-lib'
import { UnfitPdf, type Source } from './source.ts'

/** A page with the entries that it inherits. */
interface FoundPage {
  /** Its reference; undefined if the tree contains it directly. */
  readonly ref: PDFRef | undefined
  readonly dict: PDFDict
}

/** Most nodes of a page tree. */
const MOST_NODES = 50_000
const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((key) => PDFName.of(key))

/** Lists the pages of a document in order. Throws if it has no page or the tree has too many nodes. */
export function listPages(source: Source, catalog: PDFDict): FoundPage[] {
  const pages: FoundPage[] = []
  const open: { value: PDFObject | undefined; above: Map<PDFName, PDFObject> }[] = [
    { value: catalog.get(PDFName.of('Pages')), above: new Map() },
  ]
  let nodes = 0
  for (let next = open.pop(); next; next = open.pop()) {
    nodes += 1
    if (nodes > MOST_NODES) throw new UnfitPdf('pdfUnreadable')
    const node = source.resolve(next.value)
    if (!(node instanceof PDFDict)) continue
    const entries = new Map(next.above)
    const kids = source.get(node, 'Kids')
    for (const key of INHERITED) {
      const value = node.get(key)
      if (value) entries.set(key, value)
    }
    if (kids instanceof PDFArray) {
      for (const value of kids.asArray().toReversed()) open.push({ value, above: entries })
      continue
    }
    const dict = PDFDict.fromMapWithContext(new Map([...node.entries(), ...entries]), node.context)
    pages.push({ ref: next.value instanceof PDFRef ? next.value : undefined, dict })
  }
  if (pages.length === 0) throw new UnfitPdf('pdfUnreadable')
  return pages
}

/** Most bytes of a page's text and lines. */
const LARGEST_CONTENT = 64 * 1024 * 1024

/** Throws if the content of a page is not what its filter says: it was decrypted with the wrong key. */
export function requireReadablePages(source: Source, pages: readonly FoundPage[]): void {
  for (const { dict } of pages) {
    const contents = source.get(dict, 'Contents')
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents]
    for (const part of parts) {
      const stream = source.resolve(part)
      if (!(stream instanceof PDFRawStream) || firstFilter(source, stream.dict) !== 'FlateDecode') continue
      try {
        inflateSync(stream.contents, { maxOutputLength: LARGEST_CONTENT })
      } catch {
        throw new UnfitPdf('pdfProtected')
      }
    }
  }
}

function firstFilter(source: Source, dict: PDFDict): string {
  const filter = source.get(dict, 'Filter')
  return source.nameOf(filter instanceof PDFArray ? filter.get(0) : filter)
}
