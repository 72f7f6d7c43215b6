import { PICTURE_PIXELS } from '@tahanan/contract/limits.ts'

/** Limits for decoding: a progressive JPEG needs six bytes per pixel, an animation a second for 20 million. */
export const IMAGE_LIMITS = {
  pixels: PICTURE_PIXELS.decoded,
  /** Pixels of all frames together. */
  movingPixels: 32_000_000,
  frames: 150,
} as const
