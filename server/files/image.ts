import sharp from 'sharp'
import type { FormatEnum, ResizeOptions } from 'sharp'
import type { FileExtension } from './keys.ts'

/** The longest side of a stored image, in pixels. */
export const LARGEST_SIDE = 4096
/** The longest side of its thumbnail. */
export const THUMB_SIDE = 320
/** The largest width of its size for screens: a phone's, or a column of text on a desk. */
export const SCREEN_WIDTH = 1080
/** An image of more pixels than this (all frames of an animation together) is refused before it is unpacked. */
const MOST_PIXELS = 120_000_000
const SECONDS = 30

// Each image is worked on once: nothing is gained by remembering it, and two at a time are enough for two processors.
sharp.cache(false)
sharp.concurrency(1)

export interface PreparedImage {
  whole: Buffer
  thumb: Buffer
  /** Of a still picture; an animation is shown whole, or it would stand still. */
  screen?: Buffer
  width: number
  height: number
}

/** The image's own format as sharp names it. */
const FORMATS: Partial<Record<FileExtension, keyof FormatEnum>> = {
  jpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
}

/**
 * Unpacks an image and packs it anew in its own format, so that what is stored is an image and nothing else: no place
 * where it was taken, no camera, no second file hidden behind it. Turned upright, at most 4096 px on a side; animations
 * stay animated. Throws an error of sharp's when it is damaged or too large to unpack.
 */
export async function prepareImage(path: string, extension: FileExtension): Promise<PreparedImage> {
  const format = FORMATS[extension]
  if (!format) throw new RangeError(`${extension} is not an image.`)
  const animated = format === 'gif' || format === 'webp'
  const input = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const

  const about = await sharp(path, { ...input, animated }).metadata()
  if (about.format !== format) throw new RangeError(`This is ${about.format}, not ${format}.`)
  // A still image may lie on its side; an animation is never turned by its metadata.
  const still = (about.pages ?? 1) === 1
  const upright = () => (still ? sharp(path, input).autoOrient() : sharp(path, { ...input, animated: true }))

  const whole = await upright()
    .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .toFormat(format, QUALITY[format] ?? {})
    .timeout({ seconds: SECONDS })
    .toBuffer({ resolveWithObject: true })
  // From the finished image, which is smaller and upright already; of an animation the first picture.
  const smaller = (size: ResizeOptions, quality: number) =>
    sharp(whole.data)
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .timeout({ seconds: SECONDS })
      .toBuffer()
  return {
    whole: whole.data,
    thumb: await smaller({ width: THUMB_SIDE, height: THUMB_SIDE }, 78),
    ...(still && { screen: await smaller({ width: SCREEN_WIDTH }, 74) }),
    width: whole.info.width,
    height: whole.info.pageHeight ?? whole.info.height,
  }
}

const QUALITY: Partial<Record<keyof FormatEnum, object>> = {
  jpeg: { quality: 86 },
  webp: { quality: 86 },
  png: { compressionLevel: 7 },
  gif: { effort: 4 },
}
