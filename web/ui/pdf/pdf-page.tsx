import './pdf-page.css'
import { type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'

interface PdfPageProps {
  document: PDFDocumentProxy
  number: number
  width: number
  likelyRatio: number
}

const MAX_CANVAS_PIXELS = 16_000_000
const RENDER_MARGIN = '900px 0px'

/**
 * Page of a PDF. It is rendered when it is near the screen and released when it is far away. It contains text
 * for screen readers and copying.
 */
export function PdfPage({ document: pdf, number, width, likelyRatio }: PdfPageProps) {
  const placeRef = useRef<HTMLDivElement>(null)
  const [isNearViewport, setNearViewport] = useState(false)
  const [ratio, setRatio] = useState(likelyRatio)

  useEffect(() => {
    const element = placeRef.current
    if (!element) return undefined
    const root = element.closest('.pdf-pages')
    const observer = new IntersectionObserver(([entry]) => setNearViewport(entry?.isIntersecting ?? false), {
      root,
      rootMargin: RENDER_MARGIN,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const element = placeRef.current
    if (!element || !isNearViewport || width <= 0) return undefined
    let isCancelled = false
    let cancelRender = (): void => {}
    const renderPage = async (): Promise<void> => {
      const page = await pdf.getPage(number)
      if (isCancelled) return
      const { width: pageWidth, height: pageHeight } = page.getViewport({ scale: 1 })
      setRatio(pageHeight / pageWidth)
      cancelRender = renderPageInto(element, page, width / pageWidth)
    }
    // A page that cannot be rendered stays blank.
    renderPage().catch(() => undefined)
    return () => {
      isCancelled = true
      cancelRender()
      element.replaceChildren()
    }
  }, [pdf, number, isNearViewport, width])

  return (
    <div
      ref={placeRef}
      className="pdf-page"
      role="group"
      aria-label={`Page ${number}`}
      style={{ width, height: Math.round(width * ratio) }}
    />
  )
}

function renderPageInto(element: HTMLElement, page: PDFPageProxy, scale: number): () => void {
  const viewport = page.getViewport({ scale })
  const maxScale = Math.sqrt(MAX_CANVAS_PIXELS / (viewport.width * viewport.height))
  const pixelScale = Math.min(devicePixelRatio || 1, maxScale)
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width * pixelScale)
  canvas.height = Math.floor(viewport.height * pixelScale)
  const textElement = document.createElement('div')
  textElement.className = 'textLayer'
  element.style.setProperty('--total-scale-factor', String(scale))
  element.replaceChildren(canvas, textElement)
  const renderTask = page.render({ canvas, viewport, transform: [pixelScale, 0, 0, pixelScale, 0, 0] })
  // The promise rejects when the page scrolls away and rendering is cancelled. This is no error.
  renderTask.promise.catch(() => undefined)
  const text = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: textElement,
    viewport,
  })
  text.render().catch(() => undefined)
  return () => {
    renderTask.cancel()
    text.cancel()
  }
}
