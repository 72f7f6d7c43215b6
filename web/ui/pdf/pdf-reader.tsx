import './pdf-reader.css'
import { X } from 'lucide-react'
import { lazy, Suspense, useId } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { Layer } from '#ui/layers/layer.tsx'
import { DownloadButton } from './download-button.tsx'
import { PdfFrame, useCanBrowserShowPdfs } from './pdf-frame.tsx'

// pdf.js is loaded with the first PDF that needs it, because it is as large as several pages.
const PdfPages = lazy(() => import('./pdf-pages.tsx'))

export function PdfReader(props: { fileKey: string; name: string; onClose: () => void }) {
  const { fileKey, name, onClose } = props
  const id = useId()
  const isFramed = useCanBrowserShowPdfs()
  return (
    <Layer labelledBy={id} onClose={onClose}>
      <section className="reader">
        <header className="row">
          <h2 id={id} className="grow cut-line">
            {name}
          </h2>
          <DownloadButton fileKey={fileKey} name={name} isIconOnly />
          <IconButton icon={X} label="Close" onClick={onClose} />
        </header>
        {isFramed ? (
          <PdfFrame fileKey={fileKey} name={name} />
        ) : (
          <Suspense fallback={<div className="pdf wait" role="status" aria-label={`Opening ${name}`} />}>
            <PdfPages fileKey={fileKey} name={name} />
          </Suspense>
        )}
      </section>
    </Layer>
  )
}
