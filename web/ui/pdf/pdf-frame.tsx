import './pdf-frame.css'
import { useQuery } from '@tanstack/react-query'
import { fetchFileLink } from '#lib/api/row-queries.ts'
import { Button } from '#ui/controls/button.tsx'
import { useIsPhone, useIsTouch } from '../use-media-query.ts'

/** PDF inside the page, shown by the browser's viewer and 600 pixels high (rules 9.21). */
export function PdfFrame({ fileKey, name }: { fileKey: string; name: string }) {
  // The link is fetched only once, because a new link would reload the document while the user reads it.
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['pdf-link', fileKey],
    queryFn: () => fetchFileLink(fileKey),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  if (error && !data) {
    return (
      <div className="pdf failed" role="alert">
        <p>We could not open {name}.</p>
        <Button busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!data) return <div className="pdf wait" role="status" aria-label={`Opening ${name}`} />
  // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandbox would block the browser's PDF viewer
  return <iframe className="pdf" src={`${data}#navpanes=0`} title={name} />
}

/**
 * Returns whether the browser shows whole PDFs inside a page. It is false on touch devices, because tablets
 * show only the first page of a PDF.
 */
export function useCanBrowserShowPdfs(): boolean {
  const phone = useIsPhone()
  const isTouch = useIsTouch()
  return navigator.pdfViewerEnabled && !phone && !isTouch
}
