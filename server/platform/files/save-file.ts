import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DbOrTx } from '#platform/db/client.ts'
import { isDatabaseUnavailable } from '#platform/db/is-database-unavailable.ts'
import type { Area, UploadFolder } from '@tahanan/contract/limits.ts'
import { PortalError } from '../errors.ts'
import { detectFileType, createNotAcceptedError } from './content/detect-file-type.ts'
import { IMAGE_LIMITS } from './content/image-limits.ts'
import { inspector } from './content/inspector.ts'
import { isVideo } from './content/is-video.ts'
import { toStorageFullError, receiveUpload, createTemporaryPath } from './receive-upload.ts'
import {
  describeAcceptedKinds,
  toDisplayName,
  getFileKind,
  createKey,
  parseKey,
  type FileExtension,
} from './store/file-key.ts'
import type { FileStore, TemporarySizes } from './store/file-store.ts'

interface Upload {
  readonly folder: UploadFolder
  readonly name: string
  readonly originalName?: string
  readonly content: Readable | AsyncIterable<Buffer>
  readonly uploader: { readonly area: Area; readonly id: number }
}

interface CheckedFile {
  readonly path: string
  readonly sizes?: TemporarySizes
  readonly width?: number
  readonly height?: number
}

/**
 * Receives a file, checks it against the rules of its folder and stores it durably. The row in `files` has no
 * owner until `claimFiles` sets one. If the file is refused, nothing is stored: throws 400 (incomplete), 413,
 * 415 or 503 (disk full). If the database is unavailable, the file remains until the cleaner deletes it.
 */
export async function saveFile(
  db: DbOrTx,
  store: FileStore,
  { folder, name, originalName = name, content, uploader }: Upload,
): Promise<{ key: string; name: string }> {
  const temporaryPaths = new Set<string>()
  try {
    const receivedPath = await receiveUpload(store, folder, content)
    temporaryPaths.add(receivedPath)
    const extension = await detectFileType(receivedPath, folder)
    const uploadedHash = getFileKind(extension) === 'pdf' ? await hashFile(receivedPath) : undefined
    const { path, sizes, ...pixels } = await inspectFile(
      store,
      { folder, uploader },
      extension,
      receivedPath,
      temporaryPaths,
    )
    const key = createKey(folder, name, extension)
    const row = {
      key,
      folder,
      name: toDisplayName(originalName, extension),
      mime: parseKey(key)?.mime ?? '',
      bytes: (await stat(path)).size,
      // The hash of a PDF is that of the uploaded file, because PDFs are rewritten and another version of the
      // portal may rewrite them differently.
      sha256: uploadedHash ?? (await hashFile(path)),
      ...pixels,
      has_thumb: sizes !== undefined,
      uploader_area: uploader.area,
      uploader_id: uploader.id,
    }
    await store.put({ key, temporaryPath: path, sizes })
    const insertPromise = db.insertInto('files').values(row).execute()
    await insertPromise.catch(async (error: unknown) => {
      // If the database is unavailable, the row may have been inserted and only the answer lost. Then the
      // file must remain; if there is no row, the cleaner deletes the file.
      if (!isDatabaseUnavailable(error)) await store.remove(key).catch(() => {})
      throw error
    })
    return row
  } catch (error) {
    throw toStorageFullError(error)
  } finally {
    // Stored files were already moved, so they are not deleted here.
    for (const path of temporaryPaths) await rm(path, { force: true })
  }
}

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

async function inspectFile(
  store: FileStore,
  { folder, uploader }: Pick<Upload, 'folder' | 'uploader'>,
  extension: FileExtension,
  path: string,
  temporaryPaths: Set<string>,
): Promise<CheckedFile> {
  const account = toAccountKey(uploader)
  switch (getFileKind(extension)) {
    case 'image': {
      const paths = {
        whole: createTemporaryPath(store),
        thumb: createTemporaryPath(store),
        screen: createTemporaryPath(store),
      }
      for (const temporaryPath of Object.values(paths)) temporaryPaths.add(temporaryPath)
      const image = await inspector.prepareImage(account, path, extension, paths).catch(() => {
        throw new PortalError('pictureDamaged')
      })
      if (image === 'tooLarge') throw createTooManyPixelsError(folder)
      const { whole, thumb, screen } = paths
      return {
        path: whole,
        sizes: { thumb, screen: image.hasScreen ? screen : undefined },
        width: image.width,
        height: image.height,
      }
    }
    case 'pdf':
      await cleanPdfInChild(account, path)
      return { path }
    case 'video':
      if (await isVideo(path, extension)) return { path }
      throw createNotAcceptedError(folder)
    case 'csv':
    case 'bankFile':
      return { path }
  }
}

const toAccountKey = ({ area, id }: Upload['uploader']): string => `${area} ${id}`

const formatMillions = (pixels: number): string => `${pixels / 1_000_000} million pixels`

function createTooManyPixelsError(folder: UploadFolder): PortalError {
  const { pixels, movingPixels, frames } = IMAGE_LIMITS
  return new PortalError('wrongFileType', {
    placeholders: {
      accepted:
        `${describeAcceptedKinds(folder)} of at most ${formatMillions(pixels)}, ` +
        `animations of at most ${frames} pictures and ${formatMillions(movingPixels)} in all`,
    },
  })
}

async function cleanPdfInChild(account: string, path: string): Promise<void> {
  const result = await inspector.cleanPdf(account, path)
  if (result !== 'clean') throw new PortalError(result)
}

/** Checks and rewrites the PDF in the same way as `saveFile`. Returns its new size. Throws 415. */
export async function checkUploadedPdf(
  folder: UploadFolder,
  path: string,
  uploader: Upload['uploader'],
): Promise<number> {
  if ((await detectFileType(path, folder)) !== 'pdf') throw createNotAcceptedError(folder)
  await cleanPdfInChild(toAccountKey(uploader), path)
  return (await stat(path)).size
}
