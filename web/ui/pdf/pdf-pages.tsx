import './pdf-pages.css'
import { Minus, Plus } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useCallback, useEffect, useState } from 'react'
import { IconButton } from '#ui/controls/button.tsx'
import { ErrorState } from '../states.tsx'
import { usePdf } from './pdf-document.ts'
import { PdfPage } from './pdf-page.tsx'

interface PdfPagesProps {
  fileKey: string
  name: string
}

const ZOOM_LEVELS = [1, 1.5, 2, 3] as const
const PAGE_PADDING = 8
const A4_RATIO = Math.SQRT2

/** PDF rendered by pdf.js, for browsers that cannot show a PDF inside a page. Import it lazily. */
export default function PdfPages({ fileKey, name }: PdfPagesProps) {
  const [attempt, setAttempt] = useState(0)
  return <OpenPdf key={attempt} fileKey={fileKey} name={name} onRetry={() => setAttempt(attempt + 1)} />
}

interface OpenPdfProps extends PdfPagesProps {
  onRetry: () => void
}

function OpenPdf({ fileKey, name, onRetry }: OpenPdfProps) {
  const state = usePdf(fileKey)
  if ('failed' in state) return <ErrorState title={`We could not open ${name}`} onRetry={onRetry} />
  if ('loading' in state) {
    return (
      <div className="pdf wait" role="status" aria-label={`Opening ${name}`}>
        <progress value={state.loading} aria-label={`Opening ${name}`} />
      </div>
    )
  }
  return <PdfPageList document={state.document} name={name} />
}

function PdfPageList({ document: pdf, name }: { document: PDFDocumentProxy; name: string }) {
  const [room, setRoom] = useState(0)
  const [zoom, setZoom] = useState(0)
  const [ratio, setRatio] = useState<number>()
  const observeWidth = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined
    const sizeObserver = new ResizeObserver(() => setRoom(element.clientWidth))
    sizeObserver.observe(element)
    return () => sizeObserver.disconnect()
  }, [])
  useEffect(() => {
    const loadFirstPageRatio = async (): Promise<void> => {
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
      setRatio(height / width)
    }
    loadFirstPageRatio().catch(() => setRatio(A4_RATIO))
  }, [pdf])
  const width = Math.floor(Math.min(room - 2 * PAGE_PADDING, 900) * (ZOOM_LEVELS[zoom] ?? 1))
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys scroll it */}
      <div className="pdf-pages" ref={observeWidth} tabIndex={0} role="group" aria-label={name}>
        {ratio !== undefined &&
          room > 0 &&
          Array.from({ length: pdf.numPages }, (_, pageIndex) => (
            <PdfPage
              key={pageIndex}
              document={pdf}
              number={pageIndex + 1}
              width={width}
              likelyRatio={ratio}
            />
          ))}
      </div>
      <footer className="pdf-tools row">
        <span className="num">{pdf.numPages === 1 ? '1 page' : `${pdf.numPages} pages`}</span>
        <IconButton icon={Minus} label="Smaller" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        <span className="num" role="status">
          {(ZOOM_LEVELS[zoom] ?? 1) * 100}%
        </span>
        <IconButton
          icon={Plus}
          label="Larger"
          disabled={zoom === ZOOM_LEVELS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
      </footer>
    </>
  )
}
