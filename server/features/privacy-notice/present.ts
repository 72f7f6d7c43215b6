import type { Static } from 'typebox'
import type { DbOrTx } from '#platform/db/client.ts'
import { loadPictureSizes, addPictureLinks } from '#platform/files/load-picture-sizes.ts'
import type { FileStore } from '#platform/files/store/file-store.ts'
import type { PublicPrivacyNotice } from '@tahanan/contract/privacy-notice/answers.ts'
import { parseRichText } from '@tahanan/contract/rich-text.ts'
import type { NoticeRow } from './repository.ts'

/** Converts a version of the notice to its API form. Links to its pictures work without login. */
export async function presentNotice(
  { db, files }: { db: DbOrTx; files: Pick<FileStore, 'link'> },
  { id, content, changes, published_at: publishedAt }: NoticeRow,
): Promise<Static<typeof PublicPrivacyNotice>> {
  const parsedContent = parseRichText(content)
  const document = 'document' in parsedContent ? parsedContent.document : null
  const sizes = await loadPictureSizes(db, [{ content: document, image: [] }])
  const value = document ? JSON.stringify(addPictureLinks(files, document, sizes)) : content
  return { version: id, value, changes, publishedAt }
}
