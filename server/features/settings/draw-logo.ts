import sharp from 'sharp'
import type { FileStore } from '#platform/files/store/file-store.ts'

const MAX_BYTES = 16 * 1024 * 1024
const MAX_PIXELS = 40_000_000

/**
 * Renders a picture as a PNG on white that fits into `box` (pixels). `palette` makes the file smaller. Throws
 * if the file is not a readable picture.
 */
export async function drawLogo(
  files: Pick<FileStore, 'read'>,
  key: string,
  box: { width: number; height: number; palette?: boolean },
) {
  const chunks: Buffer[] = []
  let byteCount = 0
  for await (const chunk of await files.read(key)) {
    byteCount += (chunk as Buffer).length
    if (byteCount > MAX_BYTES) throw new RangeError('the logo is too large to be drawn')
    chunks.push(chunk as Buffer)
  }
  const { width, height, palette = false } = box
  const { data, info } = await sharp(Buffer.concat(chunks), { limitInputPixels: MAX_PIXELS })
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .png({ palette })
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}
