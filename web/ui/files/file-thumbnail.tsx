import { Clapperboard, FileText, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { Lightbox } from './lightbox.tsx'
import type { DisplayFile } from './to-display-files.ts'
import './file-thumb.css'

interface FileThumbnailProps {
  file: DisplayFile
  onOpen: () => void
  onRemove?: () => void
  progress?: number
}

export function FileThumbnail({ file, onOpen, onRemove, progress }: FileThumbnailProps) {
  const Icon = file.kind === 'video' ? Clapperboard : FileText
  return (
    <figure className="file">
      <button type="button" className="thumb" onClick={onOpen} aria-label={`Open ${file.name}`}>
        {file.kind === 'image' ? (
          <img className="fills" src={file.thumb ?? file.src} alt="" loading="lazy" />
        ) : (
          <Icon className="large" />
        )}
      </button>
      {progress !== undefined && progress < 1 && (
        <progress className="bar" value={progress} aria-label={`Uploading ${file.name}`} />
      )}
      {onRemove && <IconButton className="off" icon={X} label={`Remove ${file.name}`} onClick={onRemove} />}
      <figcaption className="name cut-line" title={file.name}>
        {file.name}
      </figcaption>
    </figure>
  )
}

export function FileThumbnailList({ files }: { files: readonly DisplayFile[] }) {
  const [openIndex, setOpenIndex] = useState<number>()
  if (files.length === 0) return null
  return (
    <div className="files">
      {files.map((file, index) => (
        <FileThumbnail key={file.src} file={file} onOpen={() => setOpenIndex(index)} />
      ))}
      {openIndex !== undefined && (
        <Lightbox files={files} start={openIndex} onClose={() => setOpenIndex(undefined)} />
      )}
    </div>
  )
}
