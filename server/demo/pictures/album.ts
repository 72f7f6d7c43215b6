import sharp from 'sharp'
import { SCREEN_WIDTH, THUMB_SIDE } from '../../platform/files/store/keys.ts'
import * as advertisements from './advertisements.ts'
import * as amenities from './amenities.ts'
import { depositSlip } from './deposit-slip.ts'
import { faucetFrame, FILM } from './faucet-film.ts'
import { identityCard } from './identity-card.ts'
import * as news from './news.ts'
import * as reports from './reports.ts'
import { webmOfWebps } from './webm.ts'

const DRAWINGS = {
  ...amenities,
  ...reports,
  ...news,
  ...advertisements,
  identityCardA: identityCard('#17594a', '#3a2a20'),
  identityCardB: identityCard('#54698f', '#2c1d16'),
  depositSlipA: depositSlip('#2f5fa8', 'counter'),
  depositSlipB: depositSlip('#a8442f', 'machine'),
  depositSlipC: depositSlip('#2f7a66', 'counter'),
  blurredSlip: depositSlip('#2f5fa8', 'blurred'),
} as const

export type PictureName = keyof typeof DRAWINGS | 'drippingFilm'

/** A file as it goes into the file store. */
export interface MadeFile {
  extension: 'jpg' | 'webm' | 'pdf' | 'csv'
  mime: string
  bytes: Buffer
  /** 320 px, WebP; of images. */
  thumb?: Buffer
  /** 1080 px wide, WebP; of images. */
  screen?: Buffer
  width?: number
  height?: number
}

/** Draws pictures when they are first asked for, each once. */
export function openAlbum(): (name: PictureName) => Promise<MadeFile> {
  const made = new Map<PictureName, Promise<MadeFile>>()
  return (name) => {
    const found = made.get(name) ?? (name === 'drippingFilm' ? film() : picture(DRAWINGS[name]))
    made.set(name, found)
    return found
  }
}

/** A picture as an upload leaves it (rules 6.5): a JPEG of 1280 by 960 with its thumbnail and its size for screens. */
async function picture(svg: string): Promise<MadeFile> {
  // 72 dots per inch is one per unit of the drawing.
  const { data, info } = await sharp(Buffer.from(svg), { density: 288 })
    .jpeg({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  const [thumb, screen] = await Promise.all([
    sharp(data).resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside' }).webp({ quality: 75 }).toBuffer(),
    sharp(data).resize({ width: SCREEN_WIDTH }).webp({ quality: 74, effort: 2 }).toBuffer(),
  ])
  const { width, height } = info
  return { extension: 'jpg', mime: 'image/jpeg', bytes: data, thumb, screen, width, height }
}

async function film(): Promise<MadeFile> {
  const frames = await Promise.all(
    Array.from({ length: FILM.frames }, (_, index) =>
      sharp(Buffer.from(faucetFrame(index)), { density: 144 })
        .flatten({ background: '#ffffff' })
        .webp({ quality: 55 })
        .toBuffer(),
    ),
  )
  return {
    extension: 'webm',
    mime: 'video/webm',
    bytes: webmOfWebps(frames, FILM),
    width: FILM.width,
    height: FILM.height,
  }
}
