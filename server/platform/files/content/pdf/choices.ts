import { PDFArray, PDFDict, PDFHexString, PDFRawStream, PDFString, type PDFObject } from '@cantoo/pdf-lib'
import { getShownAppearance } from './fields.ts'
import type { Source } from './source.ts'

/**
 * Function that returns the name of the shape (allowed keys) for a value of a PDF. If it returns undefined,
 * the value is not copied.
 */
type Choice = (source: Source, value: PDFObject) => string | undefined

const VISIBLE_ANNOTATION_TYPES = new Set(
  `Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly
  StrikeOut Stamp Caret Ink Watermark`.split(/\s+/),
)
const PAGE_NAVIGATION_ACTIONS = new Set(['NextPage', 'PrevPage', 'FirstPage', 'LastPage'])
/**
 * Matches the addresses that a link in a PDF may have. Blanks and control characters are refused, because PDF
 * viewers handle them in different ways.
 */
const ADDRESS_PATTERN = /^(?:https?:\/\/|mailto:|tel:)[!-~\u0080-\u00ff]+$/i

const COLORS: Readonly<Record<string, string>> = {
  CalGray: 'CalibratedColors',
  CalRGB: 'CalibratedColors',
  Lab: 'CalibratedColors',
  ICCBased: 'ProfileColors',
  Indexed: 'IndexedColors',
  I: 'IndexedColors',
  Separation: 'InkColors',
  DeviceN: 'InkColors',
  Pattern: 'PatternColors',
}

export const CHOICES: Readonly<Record<string, Choice>> = {
  Annotation(source, value) {
    if (!(value instanceof PDFDict)) return undefined
    const subtype = source.getName(value, 'Subtype')
    if (subtype === 'Widget') return getShownAppearance(source, value) ? 'Field' : undefined
    if (subtype === 'Popup') return 'PopupNote'
    if (subtype === 'Link') return 'Link'
    return VISIBLE_ANNOTATION_TYPES.has(subtype) ? 'Markup' : undefined
  },

  Action(source, value) {
    if (!(value instanceof PDFDict)) return undefined
    const kind = source.getName(value, 'S')
    if (kind === 'GoTo') return 'GoTo'
    if (kind === 'Named') return PAGE_NAVIGATION_ACTIONS.has(source.getName(value, 'N')) ? 'Named' : undefined
    return kind === 'URI' && isSafeAddress(source.get(value, 'URI')) ? 'WebAddress' : undefined
  },

  Destination(_, value) {
    if (value instanceof PDFArray) return 'Place'
    return value instanceof PDFDict ? 'DestinationHolder' : 'plain'
  },

  BookmarkParent: (source, value) =>
    value instanceof PDFDict && source.get(value, 'Title') ? 'Bookmark' : 'Outlines',

  XObject(source, value) {
    if (!(value instanceof PDFRawStream)) return undefined
    const subtype = source.getName(value.dict, 'Subtype')
    return subtype === 'Image' || subtype === 'Form' ? subtype : undefined
  },

  Pattern: (_, value) => (value instanceof PDFRawStream ? 'TilingPattern' : 'ShadingPattern'),

  ColorSpace(source, value) {
    if (!(value instanceof PDFArray)) return 'plain'
    return COLORS[source.toName(value.get(0))] ?? 'plain'
  },

  Layer: (source, value) =>
    value instanceof PDFDict && source.getName(value, 'Type') === 'OCMD' ? 'LayerMembership' : 'LayerGroup',

  Property(source, value) {
    if (!(value instanceof PDFDict)) return undefined
    const type = source.getName(value, 'Type')
    return type === 'OCG' || type === 'OCMD' ? 'Layer' : 'PropertyList'
  },

  Structure(source, value) {
    if (!(value instanceof PDFDict)) return undefined
    const type = source.getName(value, 'Type')
    if (type === 'StructTreeRoot') return 'StructureRoot'
    if (type === 'MCR') return 'MarkedContent'
    return type === 'OBJR' ? 'MarkedObject' : 'StructureElement'
  },

  Attributes: (_, value) => (value instanceof PDFArray ? 'AttributeList' : 'plain{}'),
}

function isSafeAddress(value: PDFObject | undefined): boolean {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return false
  return ADDRESS_PATTERN.test(Buffer.from(value.asBytes()).toString('latin1'))
}
