import { createHash, type Hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { Static } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import { createInvalidInputError, PortalError } from '#platform/errors.ts'
import { getPartName, readNextPart } from '#platform/files/parse-upload-parts.ts'
import { toUploadRefusal, receiveUpload } from '#platform/files/receive-upload.ts'
import { checkUploadedPdf } from '#platform/files/save-file.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { UploadedPdfs } from '@tahanan/contract/billing/import-answers.ts'
import { cleanPdfName, normalizePdfName } from '@tahanan/contract/billing/statement-import.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'

type Results = Static<typeof UploadedPdfs>['data']

export interface ReceivedPdf {
  readonly originalName: string
  readonly name: string
  readonly sha256: Buffer
  readonly bytes: number
  readonly path: string
}

export const PDF_FOLDER = 'soa/pdf'
const BATCH_SIZE = 25
/** A row names its PDF in at most `LIMITS.text` characters, with or without `.pdf`. */
const MAX_NAME_LENGTH = LIMITS.text + '.pdf'.length

/**
 * Receives the PDFs of a multipart body, rewrites each like any upload, and calls `storePdfs` for each group of
 * them. If a PDF is refused, the others are still received. Streams the files, so that no file is held in
 * memory. Throws 400 for an unreadable body and 503 without the database. Deletes its temporary files.
 */
export async function receivePdfs(
  store: FileStore,
  parts: AsyncIterator<Multipart>,
  uploader: Pick<Actor, 'area' | 'id'>,
  storePdfs: (pdfs: readonly ReceivedPdf[]) => Promise<void>,
): Promise<Results> {
  const results: Results = []
  const temporaryFiles = new Set<string>()
  let pendingPdfs: Promise<ReceivedPdf | null>[] = []
  const storeBatch = async (): Promise<void> => {
    const checkedPdfs = (await Promise.all(pendingPdfs)).filter((pdf) => pdf !== null)
    pendingPdfs = []
    const byName = new Map(checkedPdfs.map((pdf) => [pdf.name, pdf]))
    await storePdfs([...byName.values()])
    for (const { originalName, path } of checkedPdfs) {
      results.push({ name: originalName, ok: true })
      await rm(path, { force: true })
    }
  }
  try {
    for (let part = await readNextPart(parts); part; part = await readNextPart(parts)) {
      if (part.type !== 'file') continue
      const addRefusal = (name: string, error: unknown): null => {
        const refusal = toUploadRefusal(error)
        if (!(refusal instanceof PortalError)) throw refusal
        const message = Object.values(refusal.errors ?? {})[0]?.[0] ?? refusal.message
        results.push({ name, ok: false, message })
        return null
      }
      const receivedPdf = await receivePart(store, part, temporaryFiles, addRefusal)
      if (!receivedPdf) continue
      const pdfCheck = checkUploadedPdf(PDF_FOLDER, receivedPdf.path, uploader).then(
        (bytes) => ({ ...receivedPdf, bytes }),
        (error: unknown) => addRefusal(receivedPdf.originalName, error),
      )
      pdfCheck.catch(() => undefined)
      pendingPdfs.push(pdfCheck)
      if (pendingPdfs.length === BATCH_SIZE) await storeBatch()
    }
    await storeBatch()
    return results
  } finally {
    await Promise.allSettled(pendingPdfs)
    for (const path of temporaryFiles) await rm(path, { force: true })
  }
}

async function receivePart(
  store: FileStore,
  { file, filename }: MultipartFile,
  temporaryFiles: Set<string>,
  addRefusal: (name: string, error: unknown) => null,
): Promise<Omit<ReceivedPdf, 'bytes'> | null> {
  const originalName = cleanPdfName(getPartName(filename))
  const hash = createHash('sha256')
  try {
    if ([...originalName].length > MAX_NAME_LENGTH)
      throw createInvalidInputError({
        files: [`The name of this file is longer than ${LIMITS.text} characters.`],
      })
    const path = await receiveUpload(store, PDF_FOLDER, hashPieces(file, hash))
    temporaryFiles.add(path)
    if (file.truncated) throw new PortalError('badRequest')
    return { originalName, name: normalizePdfName(originalName), sha256: hash.digest(), path }
  } catch (error) {
    // Discards the rest of this part, because unread data would block the next part.
    file.resume()
    return addRefusal(originalName, error)
  }
}

async function* hashPieces(file: MultipartFile['file'], hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    yield chunk
  }
}
