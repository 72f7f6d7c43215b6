import { createHash, type Hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { Static } from 'typebox'
import type { Actor } from '#platform/actor.ts'
import { PortalError } from '#platform/errors.ts'
import { nameOfPart, nextPart } from '#platform/files/multipart.ts'
import { asRefusal, receive } from '#platform/files/receive.ts'
import { takePdf } from '#platform/files/save-file.ts'
import { displayName } from '#platform/files/store/keys.ts'
import type { FileStore } from '#platform/files/store/store.ts'
import type { ReceivedPdfs } from '@tahanan/contract/billing/import-answers.ts'
import { pdfName } from '@tahanan/contract/billing/statement-import.ts'

type Results = Static<typeof ReceivedPdfs>['data']

/** A PDF that was received and rewritten, and lies in a temporary file. */
export interface ReceivedPdf {
  /** The original name, made safe to show. */
  readonly originalName: string
  /** The name as it is compared. */
  readonly name: string
  /** Hash of what was uploaded, by which it is known again. */
  readonly sha256: Buffer
  /** Size as it is stored. */
  readonly bytes: number
  readonly path: string
}

export const FOLDER = 'soa/pdf'
/** PDFs received before they are stored and saved together. */
const BATCH = 25

/**
 * Receives the PDFs of a multipart body one after the other, each rewritten as every upload is (`server/platform/files`), and hands
 * them over in batches; a refused one stops nothing but itself. Memory holds pieces, never a whole file. Throws what
 * concerns the whole call: a body that cannot be read (400), a database that is away (503). Temporary files are gone at the end.
 */
export async function receivePdfs(
  store: FileStore,
  parts: AsyncIterator<Multipart>,
  uploader: Pick<Actor, 'area' | 'id'>,
  keep: (pdfs: readonly ReceivedPdf[]) => Promise<void>,
): Promise<Results> {
  const results: Results = []
  const temporaries = new Set<string>()
  let batch: Promise<ReceivedPdf | null>[] = []
  const settle = async (): Promise<void> => {
    const checked = (await Promise.all(batch)).filter((pdf) => pdf !== null)
    batch = []
    // of two with one name the later counts
    const byName = new Map(checked.map((pdf) => [pdf.name, pdf]))
    await keep([...byName.values()])
    for (const { originalName, path } of checked) {
      results.push({ name: originalName, ok: true })
      await rm(path, { force: true })
    }
  }
  try {
    for (let part = await nextPart(parts); part; part = await nextPart(parts)) {
      if (part.type !== 'file') continue
      const refuse = (name: string, error: unknown): null => {
        const refusal = asRefusal(error)
        if (!(refusal instanceof PortalError)) throw refusal
        // A wrong field of a refused file is the file itself.
        const message = Object.values(refusal.errors ?? {})[0]?.[0] ?? refusal.message
        results.push({ name, ok: false, message })
        return null
      }
      const received = await receivePart(store, part, temporaries, refuse)
      if (!received) continue
      // While the next one arrives.
      const taking = takePdf(FOLDER, received.path, uploader).then(
        (bytes) => ({ ...received, bytes }),
        (error: unknown) => refuse(received.originalName, error),
      )
      taking.catch(() => undefined)
      batch.push(taking)
      if (batch.length === BATCH) await settle()
    }
    await settle()
    return results
  } finally {
    await Promise.allSettled(batch)
    for (const path of temporaries) await rm(path, { force: true })
  }
}

async function receivePart(
  store: FileStore,
  { file, filename }: MultipartFile,
  temporaries: Set<string>,
  refuse: (name: string, error: unknown) => null,
): Promise<Omit<ReceivedPdf, 'bytes'> | null> {
  const originalName = displayName(nameOfPart(filename), 'pdf')
  const hash = createHash('sha256')
  try {
    const path = await receive(store, FOLDER, hashed(file, hash))
    temporaries.add(path)
    if (file.truncated) throw new PortalError('badRequest')
    return { originalName, name: pdfName(originalName), sha256: hash.digest(), path }
  } catch (error) {
    // The rest of this file is read past, or the next one would never come.
    file.resume()
    return refuse(originalName, error)
  }
}

async function* hashed(file: MultipartFile['file'], hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    hash.update(piece)
    yield piece
  }
}
