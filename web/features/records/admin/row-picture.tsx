import { Image } from 'lucide-react'
import { useState } from 'react'
import { Lightbox } from '#ui/files/lightbox.tsx'
import { shownFiles } from '#ui/files/shown-files.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import './row-picture.css'

/** First image of the named record, or a placeholder (rules 9.22). A press shows all images. */
export function RowPicture({ images, name }: { images: readonly FileRef[]; name: string }) {
  const [open, setOpen] = useState(false)
  const shown = shownFiles(images)
  const [first] = images
  if (!first || shown.length === 0) {
    return (
      <span className="rowpic none">
        <Image />
        <span className="visually-hidden">No image</span>
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        className="rowpic"
        aria-label={`${shown.length === 1 ? 'Image' : `${shown.length} images`} of ${name}`}
        onClick={() => setOpen(true)}
      >
        <img className="fills" src={first.thumb ?? first.src} alt="" loading="lazy" />
        {shown.length > 1 && <span className="num">{shown.length}</span>}
      </button>
      {open && <Lightbox files={shown} onClose={() => setOpen(false)} />}
    </>
  )
}
