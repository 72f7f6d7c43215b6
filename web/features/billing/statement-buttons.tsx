import { Eye } from 'lucide-react'
import { useState } from 'react'
import { openTab } from '#lib/address/new-tab.ts'
import { fetchFileLink } from '#lib/api/row-queries.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { DownloadButton } from '#ui/pdf/download-button.tsx'
import { useCanBrowserShowPdfs } from '#ui/pdf/pdf-frame.tsx'
import { PdfReader } from '#ui/pdf/pdf-reader.tsx'
import type { Statement } from '@tahanan/contract/billing/answers.ts'
import { getPdfKey, getPdfName } from './statement.ts'

type StatementWithPdf = Pick<Statement, 'soaName' | 'attachment'>

/** Returns a function that opens a statement's PDF, and the PDF reader element to render (rules 7.2). */
export function useStatementPdf(): {
  openPdf: (statement: StatementWithPdf) => void
  pdfReader: React.ReactNode
} {
  const [shownPdf, setShownPdf] = useState<{ fileKey: string; name: string }>()
  const browserShowsPdfs = useCanBrowserShowPdfs()
  const openPdf = async (statement: StatementWithPdf): Promise<void> => {
    const fileKey = getPdfKey(statement)
    const name = getPdfName(statement)
    if (fileKey === undefined) return
    if (!browserShowsPdfs) {
      setShownPdf({ fileKey, name })
      return
    }
    const tab = openTab(name)
    try {
      tab.loadUrl(await fetchFileLink(fileKey))
    } catch {
      tab.close()
      toast.error('The statement could not be opened. Please try again.')
    }
  }
  return {
    openPdf: (statement) => void openPdf(statement),
    pdfReader: shownPdf && <PdfReader {...shownPdf} onClose={() => setShownPdf(undefined)} />,
  }
}

export function MissingPdfNote({ statement: { attachment } }: { statement: StatementWithPdf }) {
  return <span className="subtle">{attachment ? `${attachment} is not here yet` : 'No PDF'}</span>
}

export function StatementButtons({ statement, onView }: { statement: Statement; onView: () => void }) {
  const key = getPdfKey(statement)
  if (key === undefined) return <MissingPdfNote statement={statement} />
  return (
    <>
      <Button icon={Eye} aria-label={`View Pdf of ${getPdfName(statement)}`} onClick={onView}>
        View Pdf
      </Button>
      <DownloadButton fileKey={key} name={getPdfName(statement)} />
    </>
  )
}
