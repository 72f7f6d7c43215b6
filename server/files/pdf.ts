import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

/** What a PDF may not name: actions that run something, and files inside the file (threats 19). */
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

const WINDOW = 256 * 1024
/** Longer than any of the names with every letter escaped (`#4a`), and than the keywords between them. */
const OVERLAP = 64
/** All object streams unpacked may hold this much together, in bytes. */
const MOST_UNPACKED = 64 * 1024 * 1024

// A name ends at white space or a delimiter; `stream` begins data that `endstream` ends.
const TOKENS = /\/([^\0\s()<>[\]{}/%]{1,48})(?=[\0\s()<>[\]{}/%]|$)|endstream|stream\r?\n/g

const unpack = promisify(
  inflate as (data: Buffer, options: object, done: (error: Error | null, result: Buffer) => void) => void,
)

/**
 * Whether a file is a whole PDF without scripts, launched programs or attached files. Looks at every byte, also inside
 * compressed object streams, where names can hide; a PDF whose object streams cannot be read (encrypted, packed in an
 * unusual way) is refused, since nobody could say what is in it. Never more than a piece of the file is in memory,
 * but for the object streams.
 */
export async function isHarmlessPdf(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (!(await hasFrame(file, size))) return false
    const streams = await scan(file, size)
    return streams !== null && (await areHarmless(file, streams))
  } finally {
    await file.close()
  }
}

async function hasFrame(file: FileHandle, size: number): Promise<boolean> {
  const head = await textAt(file, 0, 8)
  const tail = await textAt(file, Math.max(0, size - 2048), size)
  return /^%PDF-[12]\.\d/.test(head) && tail.includes('startxref') && tail.includes('%%EOF')
}

/** Where the object streams lie, or null as soon as a forbidden name is found. */
async function scan(file: FileHandle, size: number): Promise<[start: number, end: number][] | null> {
  const found: [number, number][] = []
  let announced = false
  let start: number | null = null
  for (let from = 0; from < size;) {
    const to = Math.min(from + WINDOW, size)
    const text = await textAt(file, from, to)
    let done = to === size ? text.length : text.length - OVERLAP
    for (const match of text.matchAll(TOKENS)) {
      // What begins this late may be cut off: the next window sees the whole of it.
      if (to < size && match.index >= text.length - OVERLAP) break
      done = Math.max(done, match.index + match[0].length)
      const name = match[1] === undefined ? undefined : plainName(match[1])
      if (name !== undefined) {
        if (FORBIDDEN.has(name)) return null
        if (name === 'ObjStm') announced = true
      } else if (match[0] === 'endstream') {
        if (start !== null) found.push([start, from + match.index])
        start = null
      } else if (announced) {
        start = from + match.index + match[0].length
        announced = false
      }
    }
    from += done
  }
  // Announced but never there, or never ended: not what a program writes.
  return announced || start !== null ? null : found
}

async function areHarmless(file: FileHandle, streams: readonly [number, number][]): Promise<boolean> {
  let room = MOST_UNPACKED
  for (const [start, end] of streams) {
    const packed = Buffer.alloc(end - start)
    await file.read(packed, 0, packed.length, start)
    let text: string
    try {
      const plain = await unpack(packed, { maxOutputLength: room })
      room -= plain.length
      text = plain.toString('latin1')
    } catch {
      return false
    }
    // An object stream begins with the numbers and places of its objects; what does not is packed a second time.
    if (room <= 0 || !/^\s*(?:\d+\s+\d+|$)/.test(text)) return false
    for (const match of text.matchAll(TOKENS)) {
      if (match[1] !== undefined && FORBIDDEN.has(plainName(match[1]))) return false
    }
  }
  return true
}

/** A name without its escapes: `J#61vaScript` is `JavaScript`. */
function plainName(name: string): string {
  return name.includes('#')
    ? name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : name
}

async function textAt(file: FileHandle, from: number, to: number): Promise<string> {
  const bytes = Buffer.alloc(to - from)
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from)
  return bytes.toString('latin1', 0, bytesRead)
}
