import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFContext,
  PDFName,
  PDFObjectParser,
  PDFRawStream,
  type PDFDict,
  type PDFObject,
} from '@cantoo/pdf-lib'

/** Names that a PDF may not hold: actions that run something, and files inside the file. */
const FORBIDDEN = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'Rendition',
  'ImportData',
  'SubmitForm',
  'GoToE',
])

/** Most bytes of all unpacked object streams together. */
const MOST_UNPACKED = 64 * 1024 * 1024

// A name ends at white space or a delimiter.
const NAMES = /\/([^\0\s()<>[\]{}/%]{1,48})(?=[\0\s()<>[\]{}/%]|$)/g

/**
 * Whether a file is a whole PDF without scripts, launched programs or attached files. What names those must do so in plain
 * bytes or in an object stream, and viewers differ in which objects they find: so every byte is read, and everything that
 * any viewer could take for an object is parsed, also inside strings, comments and other streams. A PDF with an object that
 * cannot be parsed, or with an object stream that is encrypted or packed in an unusual way, is refused, since nobody could say
 * what is in it. Runs in a process of its own (`inspector.ts`).
 */
export async function isHarmlessPdf(path: string): Promise<boolean> {
  const bytes = await readFile(path)
  const text = bytes.toString('latin1')
  if (!hasFrame(text) || namesForbidden(text)) return false
  const context = PDFContext.create()
  let objects = 0
  let room = MOST_UNPACKED
  for (let at = text.indexOf('obj'); at >= 0; at = text.indexOf('obj', at + 3)) {
    if (text.startsWith('end', at - 3)) continue
    let object: PDFObject
    try {
      object = PDFObjectParser.forBytes(bytes.subarray(at + 3), context).parseObject()
    } catch {
      if (hasNumberBefore(text, at)) return false
      // Three letters of a text or a picture.
      continue
    }
    objects += 1
    if (!(object instanceof PDFRawStream) || !isObjectStream(object.dict)) continue
    const content = unpack(object, room)
    if (content === null || namesForbidden(content)) return false
    room -= content.length
  }
  return objects > 0
}

function hasFrame(text: string): boolean {
  const tail = text.slice(-2048)
  return /^%PDF-[12]\.\d/.test(text) && tail.includes('startxref') && tail.includes('%%EOF')
}

function namesForbidden(text: string): boolean {
  for (const [, name] of text.matchAll(NAMES)) if (name && FORBIDDEN.has(plainName(name))) return true
  return false
}

/** A name without its escapes: `J#61vaScript` is `JavaScript`. */
function plainName(name: string): string {
  return name.includes('#')
    ? name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : name
}

/** Whether `obj` is where an object begins: behind its number, blanks, and perhaps a comment. */
function hasNumberBefore(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 512), at)
  return /\d[\0\s]*(?:%[^\r\n]*[\r\n][\0\s]*)?$/.test(before)
}

/** Whether a dictionary is an object stream's, by the two keys that all viewers need; none asks for the type. */
function isObjectStream(dict: PDFDict): boolean {
  const has = (name: string): boolean => dict.has(PDFName.of(name))
  return (has('N') && has('First')) || dict.get(PDFName.of('Type')) === PDFName.of('ObjStm')
}

/** The objects of an object stream; null when they cannot be read, or would take more than `room` bytes. */
function unpack({ dict, contents }: PDFRawStream, room: number): string | null {
  // Predictors, files elsewhere: nobody packs objects like this.
  if (['DecodeParms', 'DP', 'F'].some((name) => dict.has(PDFName.of(name)))) return null
  const filter = dict.get(PDFName.of('Filter'))
  const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : []
  if (filters.length > 1 || filters.some((one) => one !== PDFName.of('FlateDecode'))) return null
  let plain: Uint8Array
  try {
    plain = filters.length === 0 ? contents : inflateSync(contents, { maxOutputLength: room })
  } catch {
    return null
  }
  const text = Buffer.from(plain).toString('latin1')
  // It begins with the numbers and places of its objects; what does not is packed a second time.
  return text.length < room && /^\s*(?:\d+\s+\d+|$)/.test(text) ? text : null
}
