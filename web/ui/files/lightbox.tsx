import { ChevronLeft, ChevronRight, ExternalLink, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import type { DisplayFile } from './to-display-files.ts'
import './lightbox.css'

export function Lightbox(props: { files: readonly DisplayFile[]; start?: number; onClose: () => void }) {
  const { files, start = 0, onClose } = props
  const [at, setAt] = useState(start)
  const file = files[at]
  if (!file) return null
  const showFileAt = (by: number): void => setAt((at + by + files.length) % files.length)
  return (
    <Layer label={file.name} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- buttons do the same */}
      <div
        className="lightbox"
        onKeyDown={(event) => {
          if (files.length < 2 || event.target instanceof HTMLVideoElement) return
          if (event.key === 'ArrowRight') showFileAt(1)
          if (event.key === 'ArrowLeft') showFileAt(-1)
        }}
      >
        <header className="row">
          <h2 className="grow cut-line">{file.name}</h2>
          {files.length > 1 && <span className="num">{`${at + 1} of ${files.length}`}</span>}
          <a
            className="iconbtn"
            href={file.src}
            target="_blank"
            rel="noreferrer"
            aria-label="Open in a new tab"
          >
            <ExternalLink />
          </a>
          <IconButton icon={X} label="Close" onClick={onClose} />
        </header>
        <figure>
          {file.kind === 'image' && <img src={file.src} alt={file.name} />}
          {file.kind === 'video' && (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- residents' own videos have no captions
            <video key={file.src} src={file.src} controls playsInline />
          )}
          {file.kind === 'pdf' && (
            <a className="btn primary" href={file.src} target="_blank" rel="noreferrer">
              <ExternalLink />
              Open the PDF
            </a>
          )}
          {files.length > 1 && (
            <>
              <IconButton
                className="turn prev"
                icon={ChevronLeft}
                label="Previous file"
                onClick={() => showFileAt(-1)}
              />
              <IconButton
                className="turn next"
                icon={ChevronRight}
                label="Next file"
                onClick={() => showFileAt(1)}
              />
            </>
          )}
        </figure>
      </div>
    </Layer>
  )
}
