import { open, type FileHandle } from 'node:fs/promises'
import type { FileExtension } from '../store/file-key.ts'

export async function isVideo(path: string, extension: FileExtension): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return extension === 'webm' ? await hasSegment(file, size) : await hasBoxes(file, size)
  } finally {
    await file.close()
  }
}

async function hasBoxes(file: FileHandle, size: number): Promise<boolean> {
  const names = new Set<string>()
  const header = Buffer.alloc(16)
  // Limits the loop. A fragmented film has about two boxes per second, so accepted films have fewer boxes
  // than this.
  for (let at = 0, boxes = 0; at + 8 <= size && boxes < 20_000; boxes++) {
    await file.read(header, 0, 16, at)
    names.add(header.toString('latin1', 4, 8))
    const short = header.readUInt32BE(0)
    const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < 8 || at + length > size) return false
    at += length
  }
  return names.has('moov') && (names.has('mdat') || names.has('moof'))
}

const SEGMENT = Buffer.from('18538067', 'hex')
const CLUSTER = Buffer.from('1f43b675', 'hex')

async function hasSegment(file: FileHandle, size: number): Promise<boolean> {
  const head = Buffer.alloc(Math.min(size, 1024 * 1024))
  await file.read(head, 0, head.length, 0)
  const segment = head.indexOf(SEGMENT)
  return segment > 0 && segment < 4096 && head.indexOf(CLUSTER, segment) > 0
}
