import './pdf-files.css'
import { Eye, FileText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { DownloadButton } from './download-button.tsx'
import { PdfFrame, useCanBrowserShowPdfs } from './pdf-frame.tsx'
import { PdfReader } from './pdf-reader.tsx'

interface PdfFilesProps {
  files: readonly FileRef[]
  inFrames?: boolean
}

export function PdfFiles({ files, inFrames }: PdfFilesProps) {
  const [open, setOpen] = useState<FileRef>()
  const isFramed = useCanBrowserShowPdfs() && inFrames
  if (files.length === 0) return null
  return (
    <ul className="pdfs stack">
      {files.map((file) => (
        <li key={file.url}>
          <div className="pdf-line acts">
            <FileText />
            <span>{file.name}</span>
            <Button icon={Eye} aria-label={`Open ${file.name}`} onClick={() => setOpen(file)}>
              Open
            </Button>
            <DownloadButton fileKey={file.url} name={file.name} />
          </div>
          {isFramed && <PdfFrame fileKey={file.url} name={file.name} />}
        </li>
      ))}
      {open && <PdfReader fileKey={open.url} name={open.name} onClose={() => setOpen(undefined)} />}
    </ul>
  )
}
