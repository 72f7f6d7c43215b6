import { readFile, writeFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import {
  PDFContext,
  PDFDict,
  PDFName,
  PDFRef,
  PDFWriter,
  PDFArray,
  PDFRawStream,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { findPdfStart } from '../detect-file-type.ts'
import { createCopier } from './create-copier.ts'
import { requireFieldAppearances } from './fields.ts'
import { parseSource, PdfProblemError, type PdfProblem, type Source } from './source.ts'

// Disables warnings of the PDF library. It warns about every irregularity, so an uploader could fill the log.
console.warn = () => undefined

/**
 * Rewrites a PDF in place so that it contains only objects of `SHAPES`: no script, action, form, attachment
 * or unused object. Returns 'clean', or the reason if the PDF is refused; then the file is unchanged. Runs in
 * a child process.
 */
export async function cleanPdf(path: string): Promise<PdfProblem | 'clean'> {
  const file = await readFile(path)
  try {
    await writeFile(path, await rewritePdf(trimPadding(file)))
    return 'clean'
  } catch (error) {
    if (error instanceof PdfProblemError) return error.problem
    return 'pdfUnreadable'
  }
}

const PADDING = new Set([0x00, 0x09, 0x0a, 0x0d, 0x1a, 0x20, 0xff])

function trimPadding(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && PADDING.has(bytes[end - 1] ?? 0)) end -= 1
  const start = findPdfStart(bytes)
  const tail = bytes.subarray(Math.max(0, end - 2048), end)
  if (start < 0 || !tail.includes('startxref') || !tail.includes('%%EOF'))
    throw new PdfProblemError('pdfUnreadable')
  return bytes.subarray(start, end)
}

async function rewritePdf(bytes: Uint8Array): Promise<Uint8Array> {
  const parsedPdf = await parseSource(bytes)
  const catalog = parsedPdf.root
  if (!(catalog instanceof PDFDict)) throw new PdfProblemError('pdfUnreadable')
  if (parsedPdf.get(catalog, 'Collection')) throw new PdfProblemError('pdfPortfolio')
  const sourcePages = listPages(parsedPdf, catalog)
  if (parsedPdf.isDecrypted) requireReadablePages(parsedPdf, sourcePages)
  requireFieldAppearances(
    parsedPdf,
    catalog,
    sourcePages.map(({ dict }) => dict),
  )

  const output = PDFContext.create()
  const pages = sourcePages.map((page) => ({ ...page, copy: output.nextRef() }))
  const byRef = new Map<PDFRef, PDFRef>()
  for (const { ref, copy } of pages) if (ref && !byRef.has(ref)) byRef.set(ref, copy)
  const { copy: copyObject, assignPendingObjects } = createCopier(parsedPdf, output, byRef)

  const copyDict = (value: PDFDict | PDFRef | undefined, shape: string): PDFDict | undefined => {
    const object = copyObject(value, shape)
    return object instanceof PDFRef
      ? output.lookup(object, PDFDict)
      : object instanceof PDFDict
        ? object
        : undefined
  }
  const pageTreeRef = output.nextRef()
  for (const { dict, copy } of pages) {
    const page = copyDict(dict, 'Page')
    if (!page) throw new PdfProblemError('pdfUnreadable')
    page.set(PDFName.Parent, pageTreeRef)
    output.assign(copy, page)
  }
  output.assign(
    pageTreeRef,
    output.obj({ Type: 'Pages', Count: pages.length, Kids: pages.map(({ copy }) => copy) }),
  )
  const root = copyDict(catalog, 'Catalog')
  if (!root) throw new PdfProblemError('pdfUnreadable')
  root.set(PDFName.of('Pages'), pageTreeRef)
  const information = parsedPdf.information && copyObject(parsedPdf.information, 'Information')
  output.trailerInfo = { Root: output.register(root), Info: information }
  assignPendingObjects()
  return await PDFWriter.forContext(output, Infinity).serializeToBuffer()
}

interface ResolvedPage {
  readonly ref: PDFRef | undefined
  readonly dict: PDFDict
}

const MAX_NODES = 50_000
const INHERITED_PAGE_KEYS = ['Resources', 'MediaBox', 'CropBox', 'Rotate'].map((key) => PDFName.of(key))

function listPages(source: Source, catalog: PDFDict): ResolvedPage[] {
  const pages: ResolvedPage[] = []
  const openNodes: { value: PDFObject | undefined; inheritedEntries: Map<PDFName, PDFObject> }[] = [
    { value: catalog.get(PDFName.of('Pages')), inheritedEntries: new Map() },
  ]
  let nodeCount = 0
  for (let nextNode = openNodes.pop(); nextNode; nextNode = openNodes.pop()) {
    nodeCount += 1
    if (nodeCount > MAX_NODES) throw new PdfProblemError('pdfUnreadable')
    const node = source.resolve(nextNode.value)
    if (!(node instanceof PDFDict)) continue
    const entries = new Map(nextNode.inheritedEntries)
    const kids = source.get(node, 'Kids')
    for (const key of INHERITED_PAGE_KEYS) {
      const value = node.get(key)
      if (value) entries.set(key, value)
    }
    if (kids instanceof PDFArray) {
      for (const value of kids.asArray().toReversed()) openNodes.push({ value, inheritedEntries: entries })
      continue
    }
    const dict = PDFDict.fromMapWithContext(new Map([...node.entries(), ...entries]), node.context)
    pages.push({ ref: nextNode.value instanceof PDFRef ? nextNode.value : undefined, dict })
  }
  if (pages.length === 0) throw new PdfProblemError('pdfUnreadable')
  return pages
}

const MAX_CONTENT_BYTES = 64 * 1024 * 1024

/**
 * Throws if the content of a page cannot be decompressed, because this means that the PDF was decrypted with
 * a wrong key.
 */
function requireReadablePages(source: Source, pages: readonly ResolvedPage[]): void {
  for (const { dict } of pages) {
    const contents = source.get(dict, 'Contents')
    const contentStreams = contents instanceof PDFArray ? contents.asArray() : [contents]
    for (const contentStream of contentStreams) {
      const stream = source.resolve(contentStream)
      if (!(stream instanceof PDFRawStream) || getFirstFilter(source, stream.dict) !== 'FlateDecode') continue
      try {
        inflateSync(stream.contents, { maxOutputLength: MAX_CONTENT_BYTES })
      } catch {
        throw new PdfProblemError('pdfProtected')
      }
    }
  }
}

function getFirstFilter(source: Source, dict: PDFDict): string {
  const filter = source.get(dict, 'Filter')
  return source.toName(filter instanceof PDFArray ? filter.get(0) : filter)
}
