import { CircleCheck, CircleAlert } from 'lucide-react'
import { formatCount } from '#lib/format-number.ts'
import { NameList } from '../name-list.tsx'
import type { PdfMatchResult } from './chosen-pdfs.ts'

export function PdfMatching({
  matchResult,
  chosenCount,
}: {
  matchResult: PdfMatchResult
  chosenCount: number
}) {
  const { send, toCompare, uploadedCount, missing, extraNames } = matchResult
  const Icon = missing.length === 0 ? CircleCheck : CircleAlert
  const summaryParts = [
    ...(send.length > 0
      ? [formatCount(send.length, 'PDF is ready to upload', 'PDFs are ready to upload')]
      : []),
    ...(uploadedCount > 0 ? [formatCount(uploadedCount, 'is already uploaded', 'are already uploaded')] : []),
  ]
  return (
    <div className="pdfmatch">
      <p className={missing.length === 0 ? 'all' : 'some'}>
        <Icon />
        {missing.length === 0
          ? 'Every statement has its PDF.'
          : `${formatCount(missing.length, 'statement has no PDF yet', 'statements have no PDF yet')}.`}
        {summaryParts.length > 0 && ` ${summaryParts.join(', ')}.`}
        {toCompare.length > 0 && ' Those that you have corrected are uploaded again.'}
        {uploadedCount > 0 &&
          missing.length > 0 &&
          chosenCount === 0 &&
          ' Choose the same PDFs again to go on.'}
      </p>
      <NameList
        title={formatCount(missing.length, 'row without a PDF', 'rows without a PDF')}
        names={missing}
      />
      <NameList
        title={formatCount(extraNames.length, 'PDF without a row', 'PDFs without a row')}
        names={extraNames}
        hint="No row of the SOA file names them, so they are not uploaded."
      />
    </div>
  )
}
