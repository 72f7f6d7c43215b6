import {
  PDFArray,
  PDFBool,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { PdfProblemError, type Source } from './source.ts'

const MAX_LEVELS = 32
const HIDDEN_FLAG = 2
const NO_VIEW_FLAG = 32
const READ_ONLY_FLAG = 64
const LOCKED_FLAG = 128

export function getShownAppearance(source: Source, field: PDFDict): PDFObject | undefined {
  const appearance = source.get(field, 'AP')
  if (!(appearance instanceof PDFDict)) return undefined
  const normalAppearance = source.get(appearance, 'N')
  if (normalAppearance instanceof PDFRawStream) return appearance.get(PDFName.of('N'))
  if (!(normalAppearance instanceof PDFDict)) return undefined
  const state = PDFName.of(source.getName(field, 'AS') || 'Off')
  return source.resolve(normalAppearance.get(state)) instanceof PDFRawStream
    ? normalAppearance.get(state)
    : undefined
}

/**
 * Converts a form field to a stamp (a fixed drawing) with the same look, so that a filled-in form stays
 * readable.
 */
export function toStamp(source: Source, field: PDFDict): PDFDict {
  const { context } = field
  const flags = toNumber(source.get(field, 'F')) | READ_ONLY_FLAG | LOCKED_FLAG
  const stampAnnotation = context.obj({
    Subtype: 'Stamp',
    F: flags,
    AP: { N: getShownAppearance(source, field) },
  })
  for (const key of ['Rect', 'P', 'OC', 'StructParent', 'NM']) {
    const value = field.get(PDFName.of(key))
    if (value) stampAnnotation.set(PDFName.of(key), value)
  }
  return stampAnnotation
}

/**
 * Throws if a filled-in form field has no appearance stream. The fields are replaced by their appearance, so
 * the content of such a field would be lost.
 */
export function requireFieldAppearances(source: Source, catalog: PDFDict, pages: readonly PDFDict[]): void {
  const form = source.get(catalog, 'AcroForm')
  if (!(form instanceof PDFDict)) return
  const fields = source.get(form, 'Fields')
  const isEmpty = !(fields instanceof PDFArray) || fields.size() === 0
  const isScripted = source.get(catalog, 'NeedsRendering') === PDFBool.True
  if (isScripted || (isEmpty && source.get(form, 'XFA'))) throw new PdfProblemError('pdfForm')
  const areStale = source.get(form, 'NeedAppearances') === PDFBool.True
  for (const page of pages) {
    const annotations = source.get(page, 'Annots')
    if (!(annotations instanceof PDFArray)) continue
    for (const annotation of annotations.asArray()) {
      const field = source.resolve(annotation)
      if (!(field instanceof PDFDict) || source.getName(field, 'Subtype') !== 'Widget') continue
      if ((areStale || !getShownAppearance(source, field)) && isFilledIn(source, field))
        throw new PdfProblemError('pdfForm')
    }
  }
}

function isFilledIn(source: Source, field: PDFDict): boolean {
  if (toNumber(source.get(field, 'F')) & (HIDDEN_FLAG | NO_VIEW_FLAG)) return false
  const type = source.toName(getInheritedValue(source, field, 'FT'))
  if (type === 'Btn') return !['', 'Off'].includes(source.getName(field, 'AS'))
  if (type !== 'Tx' && type !== 'Ch') return false
  const value = getInheritedValue(source, field, 'V')
  if (value instanceof PDFString || value instanceof PDFHexString) return value.asString() !== ''
  return value instanceof PDFArray ? value.size() > 0 : value !== undefined
}

function getInheritedValue(source: Source, field: PDFDict, key: string): PDFObject | undefined {
  let currentField: PDFObject | undefined = field
  for (let level = 0; currentField instanceof PDFDict && level < MAX_LEVELS; level += 1) {
    const value = source.get(currentField, key)
    if (value) return value
    currentField = source.get(currentField, 'Parent')
  }
  return undefined
}

const toNumber = (value: PDFObject | undefined): number => (value instanceof PDFNumber ? value.asNumber() : 0)
