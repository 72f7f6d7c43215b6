import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FILE_KINDS, type UploadFolder } from '@tahanan/contract/limits.ts'
import { createInvalidInputError, isDiskFull, PortalError } from '../errors.ts'
import { detectTypeFromHead } from './content/detect-file-type.ts'
import { formatMegabytes, getFileKind, getSizeLimit } from './store/file-key.ts'
import type { FileStore } from './store/file-store.ts'

const HEAD_BYTES = 4100
const STALL_MS = 30_000
const UPLOAD_TIMEOUT_MS = 30 * 60_000
const SPACE_CHECK_INTERVAL_BYTES = 16 * 1024 * 1024

export function createTemporaryPath(store: Pick<FileStore, 'incoming'>): string {
  return join(store.incoming, randomUUID())
}

export async function receiveUpload(
  store: Pick<FileStore, 'incoming' | 'reserveBytes'>,
  folder: UploadFolder,
  content: Readable | AsyncIterable<Buffer>,
  { stallMs = STALL_MS, wholeMs = UPLOAD_TIMEOUT_MS } = {},
): Promise<string> {
  const path = createTemporaryPath(store)
  const stallController = new AbortController()
  const abortUpload = () => stallController.abort(new PortalError('badRequest'))
  const stallTimer = setTimeout(abortUpload, stallMs)
  const totalTimer = setTimeout(abortUpload, wholeMs)

  async function* checkSize(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let receivedBytes = 0
    let spaceCheckedBytes = 0
    let limit = getSizeLimit(folder)
    let headBytes: Buffer | null = Buffer.alloc(0)
    await requireDiskSpace(store)
    for await (const chunk of source) {
      stallTimer.refresh()
      receivedBytes += chunk.length
      if (headBytes) {
        headBytes = Buffer.concat([headBytes, chunk.subarray(0, HEAD_BYTES - headBytes.length)])
        if (headBytes.length === HEAD_BYTES) {
          const extension = await detectTypeFromHead(headBytes, folder)
          if (extension) limit = FILE_KINDS[getFileKind(extension)].maxBytes
          headBytes = null
        }
      }
      if (receivedBytes > limit)
        throw new PortalError('tooLarge', { placeholders: { limit: formatMegabytes(limit) } })
      if (receivedBytes - spaceCheckedBytes >= SPACE_CHECK_INTERVAL_BYTES) {
        await requireDiskSpace(store)
        spaceCheckedBytes = receivedBytes
      }
      yield chunk
    }
    if (receivedBytes === 0) throw createInvalidInputError({ file: ['This file is empty.'] })
  }

  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    await pipeline(content, checkSize, file, { signal: stallController.signal })
    return path
  } catch (error) {
    // Waits until the file is closed before it is deleted. If the file were still being opened, it would be
    // created after its deletion.
    file.destroy()
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()))
    await rm(path, { force: true })
    throw toUploadRefusal(stallController.signal.aborted ? stallController.signal.reason : error)
  } finally {
    clearTimeout(stallTimer)
    clearTimeout(totalTimer)
  }
}

/** Throws 503 `storageFull` if the remaining disk space is reserved for the database and the logs. */
export async function requireDiskSpace(store: Pick<FileStore, 'incoming' | 'reserveBytes'>): Promise<void> {
  const { bavail, bsize } = await statfs(store.incoming)
  if (bavail * bsize <= store.reserveBytes) throw new PortalError('storageFull')
}

const CONNECTION_ERRORS = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNRESET',
  'ABORT_ERR',
  'FST_MULTIPART_PREMATURE_CLOSE',
])

export function toStorageFullError(error: unknown): unknown {
  return isDiskFull(error) ? new PortalError('storageFull') : error
}

/**
 * Converts an error that occurred while receiving an upload to a PortalError, for example 400 for a broken
 * connection. Must not be called for other errors: a lost database connection has the same error codes.
 */
export function toUploadRefusal(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== undefined && CONNECTION_ERRORS.has(code)) return new PortalError('badRequest')
  // busboy reports an incomplete body with these messages.
  if (/terminated early|Unexpected end of (multipart|form)/i.test(message ?? ''))
    return new PortalError('badRequest')
  return toStorageFullError(error)
}
