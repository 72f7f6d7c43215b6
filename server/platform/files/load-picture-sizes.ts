import type { NotNull } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { listRichTextImages, mapImages, type RichNode } from '@tahanan/contract/rich-text.ts'
import { SCREEN_WIDTH, THUMB_SIDE } from './store/file-key.ts'
import type { FileLinks, FileStore } from './store/file-store.ts'

interface PostWithPictures {
  readonly content: RichNode | null
  readonly image: readonly FileRef[]
}

export type PictureSizes = ReadonlyMap<string, { width: number; height: number; bytes: number }>

export async function loadPictureSizes(
  db: DbOrTx,
  posts: readonly PostWithPictures[],
): Promise<PictureSizes> {
  const keys = [
    ...new Set(
      posts.flatMap(({ content, image }) => {
        const textImages = listRichTextImages(content)
        return textImages.length > 0 ? [...textImages, ...image.map(({ url }) => url)] : []
      }),
    ),
  ]
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('files')
    .select(['key', 'width', 'height', 'bytes'])
    .where('key', 'in', keys)
    .where('width', '>', 0)
    .where('height', '>', 0)
    .$narrowType<{ width: NotNull; height: NotNull }>()
    .execute()
  return new Map(rows.map(({ key, ...size }) => [key, size]))
}

/**
 * Returns true if the text of a post shows the post's own picture too: the same file, or one with equal size
 * in pixels and bytes.
 */
export function isImageInText({ content, image: [image] }: PostWithPictures, sizes: PictureSizes): boolean {
  if (!image) return false
  const coverSize = sizes.get(image.url)
  return listRichTextImages(content).some((key) => {
    const textImageSize = sizes.get(key)
    const isSamePicture =
      coverSize?.bytes === textImageSize?.bytes &&
      coverSize?.width === textImageSize?.width &&
      coverSize?.height === textImageSize?.height
    return key === image.url || (coverSize !== undefined && isSamePicture)
  })
}

export function addPictureLinks(
  files: Pick<FileStore, 'link'>,
  document: RichNode,
  sizes: PictureSizes,
): RichNode {
  return mapImages(document, (key) => {
    const links = files.link(key)
    const size = sizes.get(key)
    const src = links.screen ?? links.src
    if (!size) return { src }
    return { src, srcset: formatSrcset(links, size), width: size.width, height: size.height }
  })
}

function formatSrcset(links: FileLinks, { width, height }: { width: number; height: number }): string {
  const thumbWidth = Math.round(width * Math.min(1, THUMB_SIDE / Math.max(width, height)))
  const linkWidths: [link: string | undefined, width: number][] = [
    [links.thumb, thumbWidth],
    [links.screen, Math.min(width, SCREEN_WIDTH)],
    [links.src, width],
  ]
  const byWidth = new Map<number, string>()
  for (const [link, linkWidth] of linkWidths)
    if (link !== undefined && !byWidth.has(linkWidth)) byWidth.set(linkWidth, link)
  return [...byWidth].map(([linkWidth, link]) => `${link} ${linkWidth}w`).join(', ')
}
