import { withImages } from '@tahanan/contract/rich-text.ts'
import type { RichNode } from '@tahanan/contract/rich-text.ts'
import { richTextImages } from '@tahanan/contract/rich-text.ts'
import { prepared } from '../db/client.ts'
import type { DbOrTx } from '../db/client.ts'
import { SCREEN_WIDTH, THUMB_SIDE } from '../files/keys.ts'
import type { FileLinks, FileStore } from '../files/store.ts'

/** Pixels of stored pictures by their keys. */
export type PictureSizes = ReadonlyMap<string, { width: number; height: number }>

/** The sizes of all pictures in these documents, so that pages keep room for them before they arrive. */
export async function pictureSizes(
  db: DbOrTx,
  documents: readonly (RichNode | null)[],
): Promise<PictureSizes> {
  const keys = [...new Set(documents.flatMap(richTextImages))]
  if (keys.length === 0) return new Map()
  const rows = await prepared<{ key: string; width: number; height: number }>(
    db,
    'picture-sizes',
    'select key, width, height from files where key = any($1::text[]) and width > 0 and height > 0',
    [keys],
  )
  return new Map(rows.map(({ key, ...size }) => [key, size]))
}

/** A document with links to its pictures: `src` for screens, `srcset` for the browser to choose from, `width`, `height`. */
export function withPictures(
  files: Pick<FileStore, 'link'>,
  document: RichNode,
  sizes: PictureSizes,
): RichNode {
  return withImages(document, (key) => {
    const links = files.link(key)
    const size = sizes.get(key)
    const src = links.screen ?? links.src
    return size ? { src, srcset: candidates(links, size), ...size } : { src }
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
