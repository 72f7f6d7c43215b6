import {
  PDFDict,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFParser,
  PDFRef,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib'

/** Reasons to refuse a PDF: codes of `contract/errors.ts`. */
export type PdfProblem = 'pdfProtected' | 'pdfPortfolio' | 'pdfForm' | 'pdfUnreadable'

/** Thrown for a PDF that is refused. */
export class UnfitPdf extends Error {
  readonly problem: PdfProblem
  constructor(problem: PdfProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Most references in a chain. */
const MOST_HOPS = 16

/** Access to the objects of an uploaded PDF. */
export type Source = ReturnType<typeof createSource>

/** Parses a PDF. A later object replaces an earlier one of the same number. */
export async function readSource(bytes: Uint8Array): Promise<Source> {
  const context = await PDFParser.forBytesWithOptions(bytes).parseDocument()
  if (context.trailerInfo.Encrypt) throw new UnfitPdf('pdfProtected')
  return createSource(context)
}

function createSource(context: PDFContext) {
  /** Follows references to a value. Throws if it cannot be parsed. */
  function resolve(value: PDFObject | undefined): PDFObject | undefined {
    let found = value
    for (let hops = 0; found instanceof PDFRef; hops += 1) {
      if (hops === MOST_HOPS) return undefined
      found = context.lookup(found)
    }
    if (found instanceof PDFInvalidObject) throw new UnfitPdf('pdfUnreadable')
    return found === PDFNull ? undefined : found
  }
  const get = (dict: PDFDict, key: string): PDFObject | undefined => resolve(dict.get(PDFName.of(key)))
  const nameOf = (value: PDFObject | undefined): string => {
    const found = resolve(value)
    return found instanceof PDFName ? found.asString().slice(1) : ''
  }

  return {
    root: resolve(context.trailerInfo.Root),
    information: context.trailerInfo.Info,
    resolve,
    /** Returns the value of a key. */
    get,
    /** Returns the text of a name without its slash; empty for other values. */
    nameOf,
    /** Returns the name at a key, as `nameOf` does. */
    name: (dict: PDFDict, key: string): string => nameOf(dict.get(PDFName.of(key))),
  }
}
