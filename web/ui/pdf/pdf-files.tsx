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
  shouldEmbed?: boolean
}

export function PdfFiles({ files, shouldEmbed }: PdfFilesProps) {
  const [openFile, setOpenFile] = useState<FileRef>()
  const isFramed = useCanBrowserShowPdfs() && shouldEmbed
  if (files.length === 0) return null
  return (
    <ul className="pdfs stack">
      {files.map((file) => (
        <li key={file.url}>
          <div className="pdf-line acts">
            <FileText />
            <span>{file.name}</span>
            <Button icon={Eye} aria-label={`Open ${file.name}`} onClick={() => setOpenFile(file)}>
              Open
            </Button>
            <DownloadButton fileKey={file.url} name={file.name} />
          </div>
          {isFramed && <PdfFrame fileKey={file.url} name={file.name} />}
        </li>
      ))}
      {openFile && (
        <PdfReader fileKey={openFile.url} name={openFile.name} onClose={() => setOpenFile(undefined)} />
      )}
    </ul>
  )
}
