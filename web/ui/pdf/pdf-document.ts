import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- the bundler makes it: the address of the file
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { freshLink } from '#lib/api/file-link.ts'

GlobalWorkerOptions.workerSrc = worker

/** Where the build puts the decoders of scanned pages (JBIG2, JPEG 2000): `build/named-assets.mts`. */
const DECODERS = `/assets/pdf-${version}/`

export type PdfState =
  | { document: PDFDocumentProxy }
  /** 0 to 1; undefined until something is known. */
  | { loading: number | undefined }
  | { failed: true }

/** Opens a stored PDF, in parts as the server gives them. */
export function usePdf(fileKey: string): PdfState {
  const [state, setState] = useState<PdfState>({ loading: undefined })
  useEffect(() => {
    let over = false
    let task: ReturnType<typeof getDocument> | undefined
    const open = async (): Promise<void> => {
      setState({ loading: undefined })
      const url = await freshLink(fileKey)
      if (over) return
      task = getDocument({
        url,
        // the content-security policy allows no WebAssembly; scans are decoded by scripts of our own origin
        useWasm: false,
        wasmUrl: new URL(DECODERS, location.href).href,
        disableWorkerRendering: true,
      })
      task.onProgress = ({ loaded, total }: { loaded: number; total: number }) => {
        if (!over && total > 0) setState({ loading: Math.min(1, loaded / total) })
      }
      const document = await task.promise
      if (!over) setState({ document })
    }
    open().catch(() => {
      if (!over) setState({ failed: true })
    })
    return () => {
      over = true
      void task?.destroy()
    }
  }, [fileKey])
  return state
}
