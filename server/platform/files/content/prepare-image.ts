import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type FormatEnum, type ResizeOptions } from 'sharp'
import { getPictureScale } from '@tahanan/contract/limits.ts'
import { SCREEN_WIDTH, THUMB_SIDE, type FileExtension, type ImageSize } from '../store/file-key.ts'
import { IMAGE_LIMITS } from './image-limits.ts'

const TIMEOUT_SECONDS = 20

// No cache, because each image is decoded only once. One thread, because the pool already has one process per
// processor.
sharp.cache(false)
sharp.concurrency(1)

export interface PreparedImage {
  readonly width: number
  readonly height: number
  /**
   * True if the size `screen` was written. Animations do not have this size, because it would be a still
   * image.
   */
  readonly hasScreen: boolean
}

const FORMATS: Partial<Record<FileExtension, keyof FormatEnum>> = {
  jpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  gif: 'gif',
}

/**
 * Decodes an image and encodes it again in the same format, which removes metadata and appended data. Rotates
 * it upright and reduces it to 16.8 million pixels; animations stay animated. Returns 'tooLarge' above
 * `IMAGE_LIMITS`. Throws an error of sharp if the image is damaged. Runs in a child process.
 */
export async function prepareImage(
  path: string,
  extension: FileExtension,
  outputPaths: Readonly<Record<'whole' | ImageSize, string>>,
): Promise<PreparedImage | 'tooLarge'> {
  const format = FORMATS[extension]
  if (!format) throw new RangeError(`${extension} is not an image.`)
  const isAnimated = format === 'gif' || format === 'webp'

  const metadata = await sharp(path, {
    limitInputPixels: false,
    failOn: 'error',
    animated: isAnimated,
  }).metadata()
  if (metadata.format !== format) throw new RangeError(`This is ${metadata.format}, not ${format}.`)
  const frameCount = metadata.pages ?? 1
  const height = metadata.pageHeight ?? metadata.height
  const pixelCount = metadata.width * height * frameCount
  // Only still images are rotated: the metadata of an animation never requires a rotation.
  const isStill = frameCount === 1
  const limitInputPixels = isStill ? IMAGE_LIMITS.pixels : IMAGE_LIMITS.movingPixels
  if (pixelCount > limitInputPixels || frameCount > IMAGE_LIMITS.frames) return 'tooLarge'
  const longestSide = Math.floor(Math.max(metadata.width, height) * getPictureScale(metadata.width, height))
  const encodeImage = (file: string | Buffer, failOn: 'error' | 'warning') => {
    const image = sharp(file, { limitInputPixels, failOn, animated: !isStill })
    return (isStill ? image.autoOrient() : image)
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .toFormat(format, ENCODER_OPTIONS[format] ?? {})
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer({ resolveWithObject: true })
  }
  const wholeImage = await encodeImage(path, 'error').catch(async (error: unknown) => {
    if (!/premature end of JPEG/.test(String(error))) throw error
    return encodeImage(appendEndMarker(await readFile(path)), 'warning')
  })
  // Smaller sizes are made from the prepared image, which is already reduced and upright. For an animation,
  // the first frame is used.
  const writeResizedImage = async (to: string, size: ResizeOptions, quality: number) =>
    writePrivateFile(
      to,
      await sharp(wholeImage.data)
        .resize({ ...size, fit: 'inside', withoutEnlargement: true })
        .webp({ quality })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer(),
    )
  await writePrivateFile(outputPaths.whole, wholeImage.data)
  await writeResizedImage(outputPaths.thumb, { width: THUMB_SIDE, height: THUMB_SIDE }, 78)
  if (isStill) await writeResizedImage(outputPaths.screen, { width: SCREEN_WIDTH }, 74)
  return {
    width: wholeImage.info.width,
    height: wholeImage.info.pageHeight ?? wholeImage.info.height,
    hasScreen: isStill,
  }
}

/**
 * Appends the end marker of JPEG, which some cameras omit. If the marker exists, the decoder only warns about
 * missing image data instead of failing.
 */
function appendEndMarker(jpeg: Buffer): Buffer {
  let end = jpeg.length
  while (end > 0 && jpeg[end - 1] === 0) end -= 1
  // A zero after the byte 255 belongs to the image data; all other zeros at the end are padding.
  const wholeJpeg = jpeg[end - 1] === 0xff ? jpeg.subarray(0, end + 1) : jpeg.subarray(0, end)
  return Buffer.concat([wholeJpeg, Buffer.from('ffd9', 'hex')])
}

const writePrivateFile = (to: string, content: Buffer): Promise<void> =>
  writeFile(to, content, { mode: 0o600 })

const ENCODER_OPTIONS: Partial<Record<keyof FormatEnum, object>> = {
  jpeg: { quality: 86 },
  webp: { quality: 86 },
  png: { compressionLevel: 7 },
  gif: { effort: 4 },
}
