import type { NotNull } from 'kysely'
import type { DbOrTx } from '#platform/db/client.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { richTextImages, mapImages, type RichNode } from '@tahanan/contract/rich-text.ts'
import { SCREEN_WIDTH, THUMB_SIDE } from './store/keys.ts'
import type { FileLinks, FileStore } from './store/store.ts'

/** Texts with pictures, and the picture shown beside them. */
interface Pictured {
  readonly content: RichNode | null
  readonly image: readonly FileRef[]
}

/** Pixels and bytes of stored pictures by their keys. */
export type PictureSizes = ReadonlyMap<string, { width: number; height: number; bytes: number }>

/** The sizes of these posts' pictures, so that pages keep room for them before they arrive. */
export async function pictureSizes(db: DbOrTx, posts: readonly Pictured[]): Promise<PictureSizes> {
  // a post's own picture is compared with those of its text
  const keys = [
    ...new Set(
      posts.flatMap(({ content, image }) => {
        const shown = richTextImages(content)
        return shown.length > 0 ? [...shown, ...image.map(({ url }) => url)] : []
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

/** Whether a post's text shows its picture too: the same file, or one of the same size to the byte. */
export function isImageInText({ content, image: [image] }: Pictured, sizes: PictureSizes): boolean {
  if (!image) return false
  const own = sizes.get(image.url)
  return richTextImages(content).some((key) => {
    const shown = sizes.get(key)
    const isAlike =
      own?.bytes === shown?.bytes && own?.width === shown?.width && own?.height === shown?.height
    return key === image.url || (own !== undefined && isAlike)
  })
}

/** A document with links to its pictures: `src` for screens, `srcset` for the browser to choose from, `width`, `height`. */
export function withPictures(
  files: Pick<FileStore, 'link'>,
  document: RichNode,
  sizes: PictureSizes,
): RichNode {
  return mapImages(document, (key) => {
    const links = files.link(key)
    const size = sizes.get(key)
    const src = links.screen ?? links.src
    if (!size) return { src }
    return { src, srcset: candidates(links, size), width: size.width, height: size.height }
  })
}

/** `srcset`, the smallest first; a phone on mobile data need not load what its screen cannot show. */
function candidates(links: FileLinks, { width, height }: { width: number; height: number }): string {
  const thumbWidth = Math.round(width * Math.min(1, THUMB_SIDE / Math.max(width, height)))
  const sizes: [link: string | undefined, width: number][] = [
    [links.thumb, thumbWidth],
    [links.screen, Math.min(width, SCREEN_WIDTH)],
    [links.src, width],
  ]
  const byWidth = new Map<number, string>()
  for (const [link, wide] of sizes) if (link !== undefined && !byWidth.has(wide)) byWidth.set(wide, link)
  return [...byWidth].map(([wide, link]) => `${link} ${wide}w`).join(', ')
}
