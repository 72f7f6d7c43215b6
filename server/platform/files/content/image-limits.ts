import { PICTURE_PIXELS } from '@tahanan/contract/limits.ts'

/** A progressive JPEG needs six bytes per pixel to be decoded, an animation a second for 20 million pixels. */
export const IMAGE_LIMITS = {
  pixels: PICTURE_PIXELS.decoded,
  movingPixels: 32_000_000,
  frames: 150,
} as const
