import { MAX_PICTURE_PIXELS } from '@tahanan/contract/limits.ts'

/**
 * Limits of uploaded images. `movingPixels` counts the pixels of all frames of an animation. Large images are
 * slow: decoding a progressive JPEG needs six bytes of memory per pixel, and decoding 20 million pixels of an
 * animation takes a second.
 */
export const IMAGE_LIMITS = {
  pixels: MAX_PICTURE_PIXELS.decoded,
  movingPixels: 32_000_000,
  frames: 150,
} as const
