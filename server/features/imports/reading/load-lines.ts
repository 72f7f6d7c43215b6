import { createReadStream } from 'node:fs'
import { findUtf16 } from '#platform/files/content/is-plain-text.ts'
import { UnreadableFile } from '#platform/files/parsing/parser.ts'

/**
 * Opens a file's content from its start. It is called twice: to detect the encoding, and to read the lines.
 */
export type OpenContent = () => Promise<AsyncIterable<Buffer>>

export const openPath =
  (path: string): OpenContent =>
  () =>
    Promise.resolve(createReadStream(path) as AsyncIterable<Buffer>)

const MAX_LINE_LENGTH = 64 * 1024

/**
 * Yields the lines of a text file in batches, one per chunk of the file. Accepts all line ends, and the
 * encodings UTF-8, UTF-16 (with or without a byte-order mark) and Windows-1252, which accounting systems
 * write. Throws `UnreadableFile`.
 */
export async function* loadLines(open: OpenContent): AsyncGenerator<string[]> {
  const decoder = new TextDecoder(await detectEncoding(open))
  let rest = ''
  for await (const piece of await open()) {
    const text = rest + decoder.decode(piece, { stream: true })
    // A carriage return at the end of a chunk may be the first half of a line end, so it stays for the next
    // chunk.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = whole.split(/\r\n|\n|\r/)
    rest = (lines.pop() ?? '') + text.slice(whole.length)
    if (rest.length > MAX_LINE_LENGTH || lines.some(({ length }) => length > MAX_LINE_LENGTH))
      throw new UnreadableFile('This is not a CSV file: one of its lines is very long.')
    yield lines
  }
  rest += decoder.decode()
  yield rest.split(/\r\n|\n|\r/)
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Detects the encoding. UTF-16: by the first bytes. UTF-8: if there is a byte-order mark (then invalid text
 * appears in its rows), or if the whole file is valid UTF-8. Otherwise Windows-1252.
 */
export async function detectEncoding(open: OpenContent): Promise<Encoding> {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let marked: boolean | undefined
  try {
    for await (const piece of await open()) {
      if (marked === undefined) {
        refuseOtherKinds(piece)
        const utf16 = findUtf16(piece)
        if (utf16) return utf16
      }
      marked ??= piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf
      strict.decode(piece, { stream: true })
    }
    strict.decode()
    if (marked === undefined) throw new UnreadableFile('This file is empty.')
    return 'utf-8'
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return marked ? 'utf-8' : 'windows-1252'
  }
}

function refuseOtherKinds(beginning: Buffer): void {
  const text = beginning.toString('latin1', 0, 1024)
  if (/^\s*%PDF-/.test(text)) throw new UnreadableFile('This is a PDF, not a CSV file.')
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('\u00d0\u00cf\u0011\u00e0'))
    throw new UnreadableFile('This is a workbook or an archive. Please save it as CSV and choose it again.')
}
