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
  const boxNames = new Set<string>()
  const header = Buffer.alloc(16)
  // Limits the loop. A fragmented film has about two boxes per second, so accepted films have fewer boxes
  // than this.
  for (let boxStart = 0, boxCount = 0; boxStart + 8 <= size && boxCount < 20_000; boxCount++) {
    await file.read(header, 0, 16, boxStart)
    boxNames.add(header.toString('latin1', 4, 8))
    const shortLength = header.readUInt32BE(0)
    const length =
      shortLength === 1
        ? Number(header.readBigUInt64BE(8))
        : shortLength === 0
          ? size - boxStart
          : shortLength
    if (length < 8 || boxStart + length > size) return false
    boxStart += length
  }
  return boxNames.has('moov') && (boxNames.has('mdat') || boxNames.has('moof'))
}

const SEGMENT_ID = Buffer.from('18538067', 'hex')
const CLUSTER_ID = Buffer.from('1f43b675', 'hex')

async function hasSegment(file: FileHandle, size: number): Promise<boolean> {
  const headBytes = Buffer.alloc(Math.min(size, 1024 * 1024))
  await file.read(headBytes, 0, headBytes.length, 0)
  const segmentStart = headBytes.indexOf(SEGMENT_ID)
  return segmentStart > 0 && segmentStart < 4096 && headBytes.indexOf(CLUSTER_ID, segmentStart) > 0
}
