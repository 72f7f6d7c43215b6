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

/** Reasons for which a PDF is refused, as `contract/errors.ts` words them. */
export type PdfProblem = 'pdfProtected' | 'pdfPortfolio' | 'pdfForm' | 'pdfUnreadable'

/** Thrown for a PDF that cannot be taken. */
export class UnfitPdf extends Error {
  readonly problem: PdfProblem
  constructor(problem: PdfProblem) {
    super(problem)
    this.problem = problem
  }
}

/** References that may lead to each other before the value is given up. */
const MOST_HOPS = 16

/** The objects of an uploaded PDF. */
export type Source = ReturnType<typeof createSource>

/** Parses a PDF. Objects come in the order of the file, and a later one replaces an earlier one of its number. */
export async function readSource(bytes: Uint8Array): Promise<Source> {
  const context = await PDFParser.forBytesWithOptions(bytes).parseDocument()
  if (context.trailerInfo.Encrypt) throw new UnfitPdf('pdfProtected')
  return createSource(context)
}

function createSource(context: PDFContext) {
  /** Follows references to a value. Throws when it cannot be read. */
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
    /** Returns the text of a name, empty for any other value. */
    nameOf,
    /** Returns the name that a key has, without its slash. */
    name: (dict: PDFDict, key: string): string => nameOf(dict.get(PDFName.of(key))),
  }
}
