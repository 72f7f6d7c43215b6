import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNull,
  PDFParser,
  PDFRef,
  PDFStream,
  PDFString,
  type PDFContext,
  type PDFObject,
} from '@cantoo/pdf-lib'

export type PdfProblem = 'pdfProtected' | 'pdfPortfolio' | 'pdfForm' | 'pdfUnreadable'

export class UnfitPdf extends Error {
  readonly problem: PdfProblem
  constructor(problem: PdfProblem) {
    super(problem)
    this.problem = problem
  }
}

const MAX_HOPS = 16

export type Source = ReturnType<typeof createSource>

/**
 * Parses a PDF. If several objects have the same number, the last one is used. A file that opens without a
 * password is decrypted; then `isDecrypted` is true, and the caller must check the pages. Throws for a file
 * that needs a password.
 */
export async function parseSource(bytes: Uint8Array): Promise<Source & { readonly isDecrypted: boolean }> {
  const context = await PDFParser.forBytesWithOptions(bytes).parseDocument()
  const { Encrypt, Root, Info } = context.trailerInfo
  if (!Encrypt) return { ...createSource(context, Root, Info), isDecrypted: false }
  const decrypted = await decrypt(bytes).catch(() => {
    throw new UnfitPdf('pdfProtected')
  })
  restoreStrings(decrypted, context)
  return { ...createSource(decrypted, Root, Info), isDecrypted: true }
}

async function decrypt(bytes: Uint8Array): Promise<PDFContext> {
  const options = { password: '', updateMetadata: false, parseSpeed: ParseSpeeds.Fastest }
  return (await PDFDocument.load(bytes, options)).context
}

/**
 * Corrects the strings of decrypted objects. The library stores their bytes as PDF source text, in which a
 * backslash would start an escape sequence. Objects inside object streams need no correction, because their
 * strings are not encrypted individually; they are not in `encrypted`.
 */
function restoreStrings(decrypted: PDFContext, encrypted: PDFContext): void {
  for (const [ref] of encrypted.enumerateIndirectObjects()) {
    const object = decrypted.lookup(ref)
    if (object instanceof PDFString) decrypted.assign(ref, toHexString(object))
    else restoreWithin(object instanceof PDFStream ? object.dict : object)
  }
}

function restoreWithin(object: PDFObject | undefined): void {
  const replace = (value: PDFObject, set: (restored: PDFHexString) => void): void =>
    value instanceof PDFString ? set(toHexString(value)) : restoreWithin(value)
  if (object instanceof PDFDict)
    for (const [key, value] of object.entries()) replace(value, (restored) => object.set(key, restored))
  else if (object instanceof PDFArray)
    for (const [place, value] of object.asArray().entries())
      replace(value, (restored) => object.set(place, restored))
}

const toHexString = (text: PDFString): PDFHexString =>
  PDFHexString.fromBytes(Uint8Array.from(text.asString(), (letter) => letter.charCodeAt(0)))

function createSource(context: PDFContext, root: PDFObject | undefined, information: PDFObject | undefined) {
  function resolve(value: PDFObject | undefined): PDFObject | undefined {
    let found = value
    for (let hops = 0; found instanceof PDFRef; hops += 1) {
      if (hops === MAX_HOPS) return undefined
      found = context.lookup(found)
    }
    if (found instanceof PDFInvalidObject) throw new UnfitPdf('pdfUnreadable')
    return found === PDFNull ? undefined : found
  }
  const get = (dict: PDFDict, key: string): PDFObject | undefined => resolve(dict.get(PDFName.of(key)))
  const toName = (value: PDFObject | undefined): string => {
    const found = resolve(value)
    return found instanceof PDFName ? found.asString().slice(1) : ''
  }

  return {
    root: resolve(root),
    information,
    resolve,
    get,
    toName,
    getName: (dict: PDFDict, key: string): string => toName(dict.get(PDFName.of(key))),
  }
}
