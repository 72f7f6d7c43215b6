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

export class PdfProblemError extends Error {
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
  const decryptedContext = await decryptPdf(bytes).catch(() => {
    throw new PdfProblemError('pdfProtected')
  })
  restoreStrings(decryptedContext, context)
  return { ...createSource(decryptedContext, Root, Info), isDecrypted: true }
}

async function decryptPdf(bytes: Uint8Array): Promise<PDFContext> {
  const options = { password: '', updateMetadata: false, parseSpeed: ParseSpeeds.Fastest }
  return (await PDFDocument.load(bytes, options)).context
}

/**
 * Corrects the strings of decrypted objects. The library stores their bytes as PDF source text, in which a
 * backslash would start an escape sequence. Objects inside object streams need no correction, because their
 * strings are not encrypted individually; they are not in `encrypted`.
 */
function restoreStrings(decryptedContext: PDFContext, encryptedContext: PDFContext): void {
  for (const [ref] of encryptedContext.enumerateIndirectObjects()) {
    const object = decryptedContext.lookup(ref)
    if (object instanceof PDFString) decryptedContext.assign(ref, toHexString(object))
    else restoreStringsIn(object instanceof PDFStream ? object.dict : object)
  }
}

function restoreStringsIn(object: PDFObject | undefined): void {
  const replaceString = (value: PDFObject, set: (restoredText: PDFHexString) => void): void =>
    value instanceof PDFString ? set(toHexString(value)) : restoreStringsIn(value)
  if (object instanceof PDFDict)
    for (const [key, value] of object.entries())
      replaceString(value, (restoredText) => object.set(key, restoredText))
  else if (object instanceof PDFArray)
    for (const [index, value] of object.asArray().entries())
      replaceString(value, (restoredText) => object.set(index, restoredText))
}

const toHexString = (text: PDFString): PDFHexString =>
  PDFHexString.fromBytes(Uint8Array.from(text.asString(), (character) => character.charCodeAt(0)))

function createSource(context: PDFContext, root: PDFObject | undefined, information: PDFObject | undefined) {
  function resolveReference(value: PDFObject | undefined): PDFObject | undefined {
    let resolvedValue = value
    for (let hops = 0; resolvedValue instanceof PDFRef; hops += 1) {
      if (hops === MAX_HOPS) return undefined
      resolvedValue = context.lookup(resolvedValue)
    }
    if (resolvedValue instanceof PDFInvalidObject) throw new PdfProblemError('pdfUnreadable')
    return resolvedValue === PDFNull ? undefined : resolvedValue
  }
  const getEntry = (dict: PDFDict, key: string): PDFObject | undefined =>
    resolveReference(dict.get(PDFName.of(key)))
  const toName = (value: PDFObject | undefined): string => {
    const resolvedValue = resolveReference(value)
    return resolvedValue instanceof PDFName ? resolvedValue.asString().slice(1) : ''
  }

  return {
    root: resolveReference(root),
    information,
    resolve: resolveReference,
    get: getEntry,
    toName,
    getName: (dict: PDFDict, key: string): string => toName(dict.get(PDFName.of(key))),
  }
}
