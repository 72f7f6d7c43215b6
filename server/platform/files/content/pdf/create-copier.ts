import { deflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFBool,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib'
import { CHOICES } from './choices.ts'
import { toStamp } from './fields.ts'
import { FILTERS, LIST_SHAPES, SHAPES, type ListShape, type Shape } from './shapes.ts'
import { PdfProblemError, type Source } from './source.ts'

/**
 * Maximum size of all copied objects. A PDF of 25 MB has about this size after its object streams are
 * unpacked.
 */
const MAX_BYTES = 64 * 1024 * 1024
const VALUE_BYTES = 16

interface CompiledShape extends Shape {
  readonly kinds: ReadonlyMap<PDFName, string>
}

const COMPILED_SHAPES = new Map(Object.entries(SHAPES).map(([name, shape]) => [name, compileShape(shape)]))

function compileShape(shape: Shape): CompiledShape {
  const plainEntries = shape.plain?.split(/\s+/).map((key) => [PDFName.of(key), 'plain'] as const) ?? []
  const otherEntries = Object.entries(shape.keys ?? {}).map(([key, kind]) => [PDFName.of(key), kind] as const)
  return { ...shape, kinds: new Map([...plainEntries, ...otherEntries]) }
}

/**
 * Creates functions that copy PDF objects. An object gets the shape (the list of allowed keys) of the place
 * that refers to it; if places with several shapes refer to it, it is copied once per shape. `pages` maps the
 * references of pages to their copies.
 */
export function createCopier(source: Source, output: PDFContext, pages: ReadonlyMap<PDFRef, PDFRef>) {
  const copiedRefs = new Map<string, PDFRef | undefined>()
  const pendingObjects: { ref: PDFRef; value: PDFObject; shape: string }[] = []
  let remainingBytes = MAX_BYTES

  function countBytes(bytes: number): void {
    remainingBytes -= bytes + VALUE_BYTES
    if (remainingBytes < 0) throw new PdfProblemError('pdfUnreadable')
  }

  function copyAsAnyKind(value: PDFObject | undefined, kind: string): PDFObject | undefined {
    for (const singleKind of kind.split(' | ')) {
      const copiedValue = copyAsKind(value, singleKind)
      if (copiedValue) return copiedValue
    }
    return undefined
  }

  function copyAsKind(value: PDFObject | undefined, kind: string): PDFObject | undefined {
    if (kind === 'page') return value instanceof PDFRef ? pages.get(value) : undefined
    const resolvedValue = source.resolve(value)
    if (!resolvedValue) return undefined
    const choice = CHOICES[kind]
    if (choice) {
      const chosenKind = choice(source, resolvedValue)
      return chosenKind === undefined ? undefined : copyAsKind(value, chosenKind)
    }
    if (!matchesKind(resolvedValue, kind)) return undefined
    if (!(value instanceof PDFRef) || isScalar(resolvedValue)) return buildObject(resolvedValue, kind)
    return copyReferenceOnce(value, resolvedValue, kind)
  }

  function copyReferenceOnce(from: PDFRef, target: PDFObject, kind: string): PDFRef | undefined {
    const key = `${kind} ${from.tag}`
    if (copiedRefs.has(key)) return copiedRefs.get(key)
    if (COMPILED_SHAPES.has(kind) || kind === 'Field') {
      const ref = output.nextRef()
      copiedRefs.set(key, ref)
      pendingObjects.push({ ref, value: target, shape: kind })
      return ref
    }
    // Marks the list as copied before its items are copied. Otherwise a list that contains itself would cause
    // endless recursion.
    copiedRefs.set(key, undefined)
    const builtObject = buildObject(target, kind)
    const ref = builtObject && output.register(builtObject)
    copiedRefs.set(key, ref)
    return ref
  }

  function buildObject(value: PDFObject, kind: string): PDFObject | undefined {
    if (kind === 'plain') return copyPlainValue(value)
    if (kind === 'Field')
      return value instanceof PDFDict ? buildObject(toStamp(source, value), 'Markup') : undefined
    if (value instanceof PDFArray) return buildArray(value, kind)
    countBytes(0)
    if (kind.endsWith('{}') && value instanceof PDFDict) {
      const entries = value.entries().flatMap(([key, item]) => {
        const copiedItem = copyAsAnyKind(item, kind.slice(0, -2))
        countBytes(key.sizeInBytes())
        return copiedItem ? [[key, copiedItem] as const] : []
      })
      return PDFDict.fromMapWithContext(new Map(entries), output)
    }
    const shape = COMPILED_SHAPES.get(kind)
    if (!shape) return undefined
    if (value instanceof PDFRawStream) return copyStream(value, shape)
    return value instanceof PDFDict ? copyEntries(value, shape) : undefined
  }

  function copyEntries(dict: PDFDict, { type, kinds }: CompiledShape): PDFDict {
    const entries = new Map<PDFName, PDFObject>()
    if (type) entries.set(PDFName.Type, PDFName.of(type))
    for (const [key, value] of dict.entries()) {
      const kind = kinds.get(key)
      const copiedValue = kind && copyAsAnyKind(value, kind)
      if (copiedValue) entries.set(key, copiedValue)
    }
    return PDFDict.fromMapWithContext(entries, output)
  }

  function buildArray(list: PDFArray, kind: string): PDFArray | undefined {
    const items = list.asArray()
    const shape = LIST_SHAPES[kind]
    if (!shape) return createList(items.flatMap((item) => copyAsAnyKind(item, kind.slice(0, -2)) ?? []))
    const copiedItems = copyItems(items, shape)
    return copiedItems.length > 0 ? createList(copiedItems) : undefined
  }

  /**
   * Copies the items of a list. With `repeat`, the items form groups; without it, all items are one group. If
   * one item of a group does not have its expected shape, the whole group is dropped.
   */
  function copyItems(items: readonly PDFObject[], { kinds, repeat }: ListShape): PDFObject[] {
    const size = repeat ? kinds.length : items.length
    const copiedItems: PDFObject[] = []
    for (let groupStart = 0; groupStart < items.length; groupStart += size) {
      const group = items.slice(groupStart, groupStart + size).map((item, index) => {
        const kind = kinds[index] ?? kinds.at(-1) ?? ''
        return source.resolve(item) ? copyAsAnyKind(item, kind) : PDFNull
      })
      if (group.every((copiedItem) => copiedItem !== undefined)) copiedItems.push(...group)
    }
    return copiedItems
  }

  function createList(items: readonly PDFObject[]): PDFArray {
    const list = PDFArray.withContext(output)
    countBytes(0)
    for (const item of items) list.push(item)
    return list
  }

  function copyPlainValue(value: PDFObject): PDFObject | undefined {
    if (value instanceof PDFArray) {
      const items: PDFObject[] = []
      for (const item of value.asArray()) {
        const resolvedItem = source.resolve(item) ?? PDFNull
        const copiedValue =
          item instanceof PDFRef && !isScalar(resolvedItem)
            ? copyReferenceOnce(item, resolvedItem, 'plain')
            : copyPlainValue(resolvedItem)
        if (!copiedValue) return undefined
        items.push(copiedValue)
      }
      return createList(items)
    }
    if (value instanceof PDFString || value instanceof PDFHexString) {
      const bytes = value.asBytes()
      countBytes(bytes.length * 2)
      // Writes the string as hex digits. A plain string could contain a character that ends it too early.
      return PDFHexString.fromBytes(bytes)
    }
    countBytes(value instanceof PDFName ? value.sizeInBytes() : 0)
    return isScalar(value) ? value : undefined
  }

  function copyStream(stream: PDFRawStream, shape: CompiledShape): PDFRawStream {
    const dict = copyEntries(stream.dict, shape)
    const { filters, decodeParms } = getFilters(stream.dict)
    let { contents } = stream
    if (containsPdfObject(contents) && filters.length === 0) {
      contents = deflateSync(contents)
      filters.push(PDFName.FlateDecode)
    }
    if (containsPdfObject(contents)) throw new PdfProblemError('pdfUnreadable')
    countBytes(contents.length)
    if (filters.length > 0) dict.set(PDFName.of('Filter'), createList(filters))
    if (decodeParms.some((parameter) => parameter !== PDFNull))
      dict.set(PDFName.of('DecodeParms'), createList(decodeParms))
    return PDFRawStream.of(dict, contents)
  }

  function getFilters(dict: PDFDict): { filters: PDFObject[]; decodeParms: PDFObject[] } {
    const filter = source.get(dict, 'Filter')
    const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : []
    const names = filters.map((filterObject) => source.toName(filterObject))
    // Refuses a compression filter that is applied twice: a few bytes could expand to gigabytes.
    const isOrdinary = names.every((name) => FILTERS.includes(name)) && new Set(names).size === names.length
    if (!isOrdinary) throw new PdfProblemError('pdfUnreadable')
    const decodeParms = source.get(dict, 'DecodeParms')
    const parameters = decodeParms instanceof PDFArray ? decodeParms.asArray() : [decodeParms]
    return {
      filters: names.map((name) => PDFName.of(name)),
      decodeParms: filters.map((_, index) => copyAsAnyKind(parameters[index], 'Packing') ?? PDFNull),
    }
  }

  return {
    copy: copyAsAnyKind,
    assignPendingObjects(): void {
      for (let nextObject = pendingObjects.pop(); nextObject; nextObject = pendingObjects.pop()) {
        output.assign(nextObject.ref, buildObject(nextObject.value, nextObject.shape) ?? PDFNull)
      }
    },
  }
}

function matchesKind(value: PDFObject, kind: string): boolean {
  if (kind === 'plain') return value instanceof PDFArray || isScalar(value)
  if (kind.endsWith('[]') || kind in LIST_SHAPES) return value instanceof PDFArray
  const stream = COMPILED_SHAPES.get(kind)?.stream
  if (value instanceof PDFRawStream) return stream !== undefined
  return value instanceof PDFDict && stream !== true
}

const SCALARS = [PDFName, PDFNumber, PDFString, PDFHexString, PDFBool]

const isScalar = (value: PDFObject): boolean =>
  value === PDFNull || SCALARS.some((scalar) => value instanceof scalar)

/**
 * Returns true if a stream contains text that looks like a PDF object or trailer. A viewer that repairs a
 * damaged file would interpret that text.
 */
function containsPdfObject(contents: Uint8Array): boolean {
  const bytes = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength)
  for (let offset = bytes.indexOf('obj'); offset >= 0; offset = bytes.indexOf('obj', offset + 3)) {
    const textBefore = bytes.toString('latin1', Math.max(0, offset - 256), offset)
    if (/\d[\0\s]+\d+[\0\s]*(?:%[^\r\n]*[\r\n][\0\s]*)?$/.test(textBefore)) return true
  }
  for (let offset = bytes.indexOf('trailer'); offset >= 0; offset = bytes.indexOf('trailer', offset + 7)) {
    if (/^[\0\s]*(?:<<|%)/.test(bytes.toString('latin1', offset + 7, offset + 64))) return true
  }
  return false
}
