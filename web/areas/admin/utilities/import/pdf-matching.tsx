import { CircleCheck, CircleAlert } from 'lucide-react'
import { useMemo } from 'react'
import type { Matching } from './chosen-pdfs.ts'
import { NameList } from './name-list.tsx'

interface PdfMatchingProps {
  matching: Matching
  /** How many PDFs were chosen. */
  chosen: number
}

/** Which PDFs go with the rows, which rows have none, and which PDFs no row names. */
export function PdfMatching({ matching, chosen }: PdfMatchingProps) {
  const { send, there, missing, extra } = matching
  const Icon = missing.length === 0 ? CircleCheck : CircleAlert
  const parts = useMemo(
    () => [
      ...(send.length > 0 ? [`${count(send.length)} to upload`] : []),
      ...(there > 0 ? [`${count(there)} there already`] : []),
    ],
    [send.length, there],
  )
  return (
    <div className="pdfmatch">
      <p className={missing.length === 0 ? 'all' : 'some'}>
        <Icon className="i" aria-hidden />
        {missing.length === 0
          ? 'Every statement has its PDF'
          : missing.length === 1
            ? '1 statement has no PDF yet'
            : `${count(missing.length)} statements have no PDF yet`}
        {parts.length > 0 && `: ${parts.join(', ')}`}.
        {there > 0 && missing.length > 0 && chosen === 0 && ' Choose the same PDFs again to go on.'}
      </p>
      {missing.length > 0 && (
        <NameList title={`${count(missing.length)} rows without a PDF`} names={missing} />
      )}
      {extra.length > 0 && (
        <NameList
          title={`${count(extra.length)} PDFs without a row`}
          names={extra}
          hint="No row of the SOA file names them, so they are not uploaded."
        />
      )}
    </div>
  )
}

const count = (some: number): string => some.toLocaleString('en')
