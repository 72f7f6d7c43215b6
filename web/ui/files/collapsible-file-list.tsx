import { FileText } from 'lucide-react'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import './file-fold.css'

export function CollapsibleFileList({ files }: { files: readonly FileRef[] }) {
  if (files.length === 0) return <span className="subtle">No files</span>
  return (
    <details className="fold filefold">
      <summary>{files.length === 1 ? '1 file' : `${files.length} files`}</summary>
      <ul className="filelinks stack gap-1">
        {files.map(({ name, url, src }) => (
          <li key={url} className="row">
            <FileText className="small" />
            {src === undefined ? (
              name
            ) : (
              <a href={src} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
