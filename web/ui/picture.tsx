import type { FileRef } from '@tahanan/contract/forms/fields.ts'

interface PictureProps {
  file: Pick<FileRef, 'src' | 'thumb' | 'screen'>
  /** Empty if the text next to it has the same content. */
  alt: string
  sizes: string
  /** Visible at once, so not loaded lazily. */
  first?: boolean
  className?: string
}

/** Shows the smallest sufficient size. Older files have fewer sizes. */
export function Picture({ file: { src, thumb, screen }, alt, sizes, first, className }: PictureProps) {
  const candidates = [thumb && `${thumb} 320w`, screen && `${screen} 1080w`].filter(Boolean)
  const plain = screen ?? src ?? thumb
  if (plain === undefined) return null
  return (
    <img
      className={className}
      src={plain}
      srcSet={screen && candidates.length > 1 ? candidates.join(', ') : undefined}
      sizes={screen ? sizes : undefined}
      alt={alt}
      loading={first ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}
