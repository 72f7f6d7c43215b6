/** Limits for decoding: a progressive JPEG takes six bytes a pixel, an animation a second for 20 million. */
export const IMAGE_LIMITS = {
  pixels: 64_000_000,
  /** Pixels of all frames together. */
  movingPixels: 32_000_000,
  frames: 150,
} as const
