import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '#platform/actor.ts'
import type { DbOrTx } from '#platform/db/client.ts'
import { CLOCK } from '#platform/db/expressions.ts'
import { createInvalidInputError, createNotFoundError } from '#platform/errors.ts'
import { moveFiles, type FilesByField } from '#platform/files/claim-files.ts'
import { loadPictureSizes, addPictureLinks } from '#platform/files/load-picture-sizes.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import { requireNotOutdated } from '#platform/last-seen.ts'
import { runInTransaction, type PlatformContext } from '#platform/platform-context.ts'
import { parseRichText, listRichTextImages, type RichNode } from '@tahanan/contract/rich-text.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'

/** Title of the terms, which cannot be changed (rules 11.6). */
const TITLE = 'Terms And Conditions'
const OWNER = { kind: 'terms', id: 1 } as const

function findTerms(db: DbOrTx, { lock = false } = {}) {
  return db
    .selectFrom('terms')
    .select(['title', 'content', 'image', 'status', 'updated_at'])
    .where('id', '=', OWNER.id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow(createNotFoundError)
}

/** Converts the terms to their API form. Links to their pictures work without login. */
export async function presentTerms({ db, files }: { db: DbOrTx; files: Pick<FileStore, 'link'> }) {
  const row = await findTerms(db)
  const document = toDocument(row.content)
  const sizes = await loadPictureSizes(db, [{ content: document, image: [] }])
  return {
    title: row.title,
    value: document ? JSON.stringify(addPictureLinks(files, document, sizes)) : row.content,
    status: row.status,
    image: row.image ?? '',
    ...(row.image && { src: files.link(row.image).src }),
    updated_at: row.updated_at,
  }
}

interface TermsChange {
  readonly content: unknown
  /** Key of an image in the folder `images/`. '' removes the image, undefined leaves it as it is. */
  readonly image: string | undefined
  readonly updatedAt: Date | undefined
}

/**
 * Changes the terms (rules 11.6). Throws 400 at the field for invalid content, or for pictures that the
 * caller did not upload. Throws 409 if the terms changed after `updatedAt`.
 */
export async function changeTerms(
  services: PlatformContext,
  actor: Actor,
  input: TermsChange,
): Promise<void> {
  const document = parseContent(input.content)
  if (input.image && !input.image.startsWith('images/'))
    throw createInvalidInputError({ image: ['This image does not lie in the folder images.'] })
  await runInTransaction(services, async (tx) => {
    const row = await findTerms(tx, { lock: true })
    requireNotOutdated(input.updatedAt, row.updated_at)
    const image = input.image ?? row.image ?? ''
    const storedDocument = toDocument(row.content)
    if (isDeepStrictEqual(storedDocument, document) && image === (row.image ?? '')) return
    await moveFiles(
      tx,
      actor,
      OWNER,
      toFileKeys(storedDocument, row.image ?? ''),
      toFileKeys(document, image),
    )
    await tx
      .updateTable('terms')
      .set({
        title: TITLE,
        content: JSON.stringify(document),
        image: image || null,
        status: RECORD_STATUS.active,
        updated_at: CLOCK,
      })
      .where('id', '=', OWNER.id)
      .execute()
  })
}

function parseContent(content: unknown): RichNode {
  const parsedContent = parseRichText(content)
  if ('problem' in parsedContent) throw createInvalidInputError({ content: [parsedContent.problem] })
  if (!parsedContent.document)
    throw createInvalidInputError({ content: ['Please input the terms and conditions!'] })
  return parsedContent.document
}

function toDocument(content: string): RichNode | null {
  const parsedContent = parseRichText(content)
  return 'document' in parsedContent ? parsedContent.document : null
}

const toFileKeys = (document: RichNode | null, image: string): FilesByField => ({
  image: [image],
  content: listRichTextImages(document),
})
