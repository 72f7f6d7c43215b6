import type { FileRef } from '@tahanan/contract/forms/fields.ts'

interface PictureProps {
  file: Pick<FileRef, 'src' | 'thumb' | 'screen'>
  /** Text alternative; empty where the words beside it say so already. */
  alt: string
  /** Its width on the page, as CSS says it: the browser chooses the size to load. */
  sizes: string
  /** In sight at once, so not put off. */
  first?: boolean
  className?: string
}

/** An image of a record in the smallest of the server's sizes that does. An older file has fewer of them. */
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
