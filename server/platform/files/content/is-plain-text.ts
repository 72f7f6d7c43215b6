import { createReadStream } from 'node:fs'

const TEXT_CONTROL_CODES = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a])
const ENCODING_HEAD_BYTES = 1024

/**
 * Returns true for text in UTF-8, UTF-16 or Windows-1252. Returns false for PDFs, and for markup such as HTML
 * unless `markup` is true.
 */
export async function isPlainText(path: string, markup: boolean): Promise<boolean> {
  const refusedStart = markup ? /^\s*%PDF-/ : /^(?:\u00ef\u00bb\u00bf)?\s*(?:<|%PDF-)/
  let decoder: TextDecoder | undefined
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const isFirstChunk = decoder === undefined
    // Windows-1252 is used for UTF-8 too: it maps every byte to a character, so that every byte can be
    // checked.
    decoder ??= new TextDecoder(findUtf16(chunk) ?? 'windows-1252')
    const text = decoder.decode(chunk, { stream: true })
    if (isFirstChunk && refusedStart.test(text.slice(0, ENCODING_HEAD_BYTES))) return false
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code < 0x20 && !TEXT_CONTROL_CODES.has(code)) return false
    }
  }
  return decoder !== undefined
}

/**
 * Detects UTF-16 by its byte-order mark, or by zero bytes: in UTF-16 every second byte of Latin letters is
 * zero.
 */
export function findUtf16(firstBytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = firstBytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeroCounts = [0, 0]
  const headBytes = firstBytes.subarray(0, ENCODING_HEAD_BYTES)
  for (const [index, byte] of headBytes.entries())
    if (byte === 0) zeroCounts[index % 2] = (zeroCounts[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeroCounts
  const maxZeroBytes = headBytes.length / 4
  if (odd > maxZeroBytes && even === 0) return 'utf-16le'
  return even > maxZeroBytes && odd === 0 ? 'utf-16be' : undefined
}
