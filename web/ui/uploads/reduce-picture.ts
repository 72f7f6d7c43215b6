import pLimit from 'p-limit'
import { FILE_KINDS, getPictureScale, MAX_PICTURE_PIXELS } from '@tahanan/contract/limits.ts'
import { getMimeType } from './file-drop.ts'

const REDUCED_MIME_TYPE = 'image/jpeg'
const JPEG_QUALITIES = [0.9, 0.75, 0.5]

/**
 * Returns whether a picture may be reduced in size: only JPEG and PNG. Pictures of other types may be
 * animated, and would lose the animation.
 */
export const isReducible = (file: File): boolean =>
  [REDUCED_MIME_TYPE, 'image/png'].includes(file.type || getMimeType(file.name))

/**
 * Pictures are reduced one at a time, because drawing a photo of 108 million pixels takes 400 MB of memory.
 */
const limitToOne = pLimit(1)

/**
 * Reduces a photo that has too many bytes or pixels for the server, and returns it as an upright JPEG. Other
 * files, and files that this browser cannot draw, are returned unchanged.
 */
export async function reducePicture(file: File): Promise<File> {
  if (!isReducible(file)) return file
  const address = URL.createObjectURL(file)
  try {
    return await limitToOne(() => reduceLoadedPicture(file, address))
  } catch {
    return file
  } finally {
    URL.revokeObjectURL(address)
  }
}

async function reduceLoadedPicture(file: File, address: string): Promise<File> {
  const image = await loadImage(address)
  const { naturalWidth: width, naturalHeight: height } = image
  const { maxBytes } = FILE_KINDS.image
  if (file.size <= maxBytes && width * height <= MAX_PICTURE_PIXELS.decoded) return file
  const scale = getPictureScale(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(width * scale)
  canvas.height = Math.floor(height * scale)
  const context = canvas.getContext('2d')
  if (!context) return file
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  for (const quality of JPEG_QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, REDUCED_MIME_TYPE, quality),
    )
    if (blob && blob.size <= maxBytes)
      return new File([blob], file.name.replace(/\.png$/i, '.jpg'), { type: REDUCED_MIME_TYPE })
  }
  return file
}

function loadImage(address: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.addEventListener('load', () => resolve(image))
    image.addEventListener('error', reject)
    image.src = address
  })
}
