import type { FileRef } from '@tahanan/contract/forms/fields.ts'

interface PictureProps {
  file: Pick<FileRef, 'src' | 'thumb' | 'screen'>
  /** Alternative text. Empty if the text next to the picture says the same. */
  alt: string
  sizes: string
  /** True if the picture is visible when the page opens, so it is not loaded lazily. */
  first?: boolean
  className?: string
}

/** Picture in the smallest size that is sharp enough for the screen. Older uploads exist in fewer sizes. */
export function Picture({ file: { src, thumb, screen }, alt, sizes, first, className }: PictureProps) {
  const sourceCandidates = [thumb && `${thumb} 320w`, screen && `${screen} 1080w`].filter(Boolean)
  const defaultSource = screen ?? src ?? thumb
  if (defaultSource === undefined) return null
  return (
    <img
      className={className}
      src={defaultSource}
      srcSet={screen && sourceCandidates.length > 1 ? sourceCandidates.join(', ') : undefined}
      sizes={screen ? sizes : undefined}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
