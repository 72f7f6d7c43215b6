import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- the bundler adds this export: the URL of the file
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { fetchFileLink } from '#lib/api/row-queries.ts'

GlobalWorkerOptions.workerSrc = worker

/**
 * Path of the decoders for scanned pages (JBIG2, JPEG 2000), which `build/create-named-assets-plugin.mts`
 * copies.
 */
const DECODER_PATH = `/assets/pdf-${version}/`

type PdfState =
  | { document: PDFDocumentProxy }
  /** Loaded share of the file, 0 to 1; undefined at the start. */
  | { loading: number | undefined }
  | { failed: true }

export function usePdf(fileKey: string): PdfState {
  const [state, setState] = useState<PdfState>({ loading: undefined })
  useEffect(() => {
    let isCancelled = false
    let loadingTask: ReturnType<typeof getDocument> | undefined
    const openPdf = async (): Promise<void> => {
      setState({ loading: undefined })
      const url = await fetchFileLink(fileKey)
      if (isCancelled) return
      loadingTask = getDocument({
        url,
        // The content-security policy forbids WebAssembly, so scanned pages are decoded by scripts of the
        // portal.
        useWasm: false,
        wasmUrl: new URL(DECODER_PATH, location.href).href,
        disableWorkerRendering: true,
      })
      loadingTask.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
        if (!isCancelled && total > 0) setState({ loading: Math.min(1, loaded / total) })
      }
      const pdfDocument = await loadingTask.promise
      if (!isCancelled) setState({ document: pdfDocument })
    }
    openPdf().catch(() => {
      if (!isCancelled) setState({ failed: true })
    })
    return () => {
      isCancelled = true
      void loadingTask?.destroy()
    }
  }, [fileKey])
  return state
}
