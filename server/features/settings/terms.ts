import { readRichText, richTextImages } from '@tahanan/contract/rich-text.ts'
import type { RichNode } from '@tahanan/contract/rich-text.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../platform/actor.ts'
import type { DbOrTx, Tx } from '../../platform/db/client.ts'
import { prepared } from '../../platform/db/client.ts'
import { PortalError, invalidInput } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/files/store/store.ts'
import { requireCurrent } from '../../platform/http/form-body.ts'
import { pictureSizes, withPictures } from '../../platform/files/rich-text-pictures.ts'
import { change } from '../../platform/services.ts'
import type { Services } from '../../platform/services.ts'
import { replaceFiles } from './images.ts'

/** The terms' title is always this (rules 11.6). */
const TITLE = 'Terms And Conditions'
const OWNER = { kind: 'terms', id: 1 } as const

interface TermsRow {
  title: string
  /** ProseMirror JSON text. */
  content: string
  image: string | null
  status: number
  updated_at: Date
}

async function findTerms(db: DbOrTx, lock: '' | 'for update' = ''): Promise<TermsRow> {
  const [row] = await prepared<TermsRow>(
    db,
    `terms.read ${lock}`,
    `select title, content, image, status, updated_at from terms where id = 1 ${lock}`,
  )
  if (!row) throw new PortalError('notFound')
  return row
}

/** The terms and conditions, with links to their pictures that open for everybody. */
export async function readTerms({ db, files }: { db: DbOrTx; files: Pick<FileStore, 'link'> }) {
  const row = await findTerms(db)
  const document = documentOf(row.content)
  const sizes = await pictureSizes(db, [{ content: document, image: [] }])
  return {
    title: row.title,
    value: document ? JSON.stringify(withPictures(files, document, sizes)) : row.content,
    status: row.status,
    image: row.image ?? '',
    ...(row.image && { src: files.link(row.image).src }),
    updated_at: row.updated_at,
  }
}

/** A change of the terms; title and status are always the same (rules 11.6). */
export interface TermsChange {
  readonly content: unknown
  /** The key of an image in `images/`; empty for none, missing for the one that is there. */
  readonly image: string | undefined
  readonly updatedAt: Date | undefined
}

/**
 * Changes the terms and conditions (rules 11.6). Throws 400 at the field for what the editor does not know
 * and for pictures that were not uploaded by the caller, 409 when somebody else changed them meanwhile.
 */
export async function changeTerms(services: Services, actor: Actor, given: TermsChange): Promise<void> {
  const document = readContent(given.content)
  if (given.image && !given.image.startsWith('images/'))
    throw invalidInput({ image: ['This image does not lie in the folder images.'] })
  await change(services, async (tx) => {
    const row = await findTerms(tx, 'for update')
    requireCurrent(given.updatedAt, row.updated_at)
    const image = given.image ?? row.image ?? ''
    const before = documentOf(row.content)
    if (isDeepStrictEqual(before, document) && image === (row.image ?? '')) return
    await moveFiles(tx, actor, { document: before, image: row.image ?? '' }, { document, image })
    await prepared(
      tx,
      'terms.write',
      `update terms set title = $1, content = $2, image = nullif($3, ''), status = 1, updated_at = clock_timestamp() where id = 1`,
      [TITLE, JSON.stringify(document), image],
    )
  })
}

function readContent(content: unknown): RichNode {
  const read = readRichText(content)
  if ('problem' in read) throw invalidInput({ content: [read.problem] })
  if (!read.document) throw invalidInput({ content: ['Please input the terms and conditions!'] })
  return read.document
}

function documentOf(content: string): RichNode | null {
  const read = readRichText(content)
  return 'document' in read ? read.document : null
}

interface Shown {
  readonly document: RichNode | null
  readonly image: string
}

async function moveFiles(tx: Tx, actor: Actor, before: Shown, after: Shown): Promise<void> {
  const keysOf = ({ document, image }: Shown) => [...richTextImages(document), image]
  const old = keysOf(before)
  await replaceFiles(tx, actor, OWNER, { field: 'image', before: old, after: [after.image, ...old] })
  await replaceFiles(tx, actor, OWNER, {
    field: 'content',
    before: [...old, after.image],
    after: keysOf(after),
  })
}
