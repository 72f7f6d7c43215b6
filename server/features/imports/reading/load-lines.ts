import { createReadStream } from 'node:fs'
import { findUtf16 } from '#platform/files/content/is-plain-text.ts'
import { UnreadableFileError } from '#platform/files/parsing/parser.ts'

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
 * write. Throws `UnreadableFileError`.
 */
export async function* loadLines(openContent: OpenContent): AsyncGenerator<string[]> {
  const decoder = new TextDecoder(await detectEncoding(openContent))
  let incompleteLine = ''
  for await (const chunk of await openContent()) {
    const text = incompleteLine + decoder.decode(chunk, { stream: true })
    // A carriage return at the end of a chunk may be the first half of a line end, so it stays for the next
    // chunk.
    const completeText = text.endsWith('\r') ? text.slice(0, -1) : text
    const lines = completeText.split(/\r\n|\n|\r/)
    incompleteLine = (lines.pop() ?? '') + text.slice(completeText.length)
    if (incompleteLine.length > MAX_LINE_LENGTH || lines.some(({ length }) => length > MAX_LINE_LENGTH))
      throw new UnreadableFileError('This is not a CSV file: one of its lines is very long.')
    yield lines
  }
  incompleteLine += decoder.decode()
  yield incompleteLine.split(/\r\n|\n|\r/)
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Detects the encoding: UTF-16 by the first bytes; UTF-8 by a byte-order mark, or if the whole file is valid
 * UTF-8; otherwise Windows-1252. With a byte-order mark, invalid text is not detected here but appears in
 * the rows.
 */
export async function detectEncoding(openContent: OpenContent): Promise<Encoding> {
  const strictDecoder = new TextDecoder('utf-8', { fatal: true })
  let hasByteOrderMark: boolean | undefined
  try {
    for await (const chunk of await openContent()) {
      if (hasByteOrderMark === undefined) {
        requireTextFile(chunk)
        const utf16 = findUtf16(chunk)
        if (utf16) return utf16
      }
      hasByteOrderMark ??= chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
      strictDecoder.decode(chunk, { stream: true })
    }
    strictDecoder.decode()
    if (hasByteOrderMark === undefined) throw new UnreadableFileError('This file is empty.')
    return 'utf-8'
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return hasByteOrderMark ? 'utf-8' : 'windows-1252'
  }
}

function requireTextFile(firstBytes: Buffer): void {
  const text = firstBytes.toString('latin1', 0, 1024)
  if (/^\s*%PDF-/.test(text)) throw new UnreadableFileError('This is a PDF, not a CSV file.')
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('\u00d0\u00cf\u0011\u00e0'))
    throw new UnreadableFileError(
      'This is a workbook or an archive. Please save it as CSV and choose it again.',
    )
}
