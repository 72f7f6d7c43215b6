import { useQuery } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '#lib/api/query-client.ts'
import { formatCount } from '#lib/format-number.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { mayHaveShiftedRows } from '@tahanan/contract/billing/statement-import.ts'
import { importQuery, type PdfKind, pdfNamesQuery, uploadedPdfsQuery } from './calls.ts'
import { findCorrectedPdfs, matchPdfs, type PdfMatchResult } from './files/chosen-pdfs.ts'
import { PdfMatching } from './files/pdf-matching.tsx'
import { FailedPdfs } from './files/upload-card.tsx'
import { ImportFigures } from './import-figures.tsx'
import { ImportRows } from './import-rows.tsx'
import type { ImportSession } from './import-session.ts'
import { confirmExportedPayments, ExportedLines } from './preview/exported-lines.tsx'
import { LeftOutRows } from './preview/left-out-rows.tsx'
import { discardImport, uploadAndSave } from './run-import.ts'

export function ReadyImport({
  session,
  preparedImport,
}: {
  session: ImportSession
  preparedImport: StatementImport
}) {
  const { uniqId, total } = preparedImport
  const { shouldIncludeOlder = false, shouldIncludeDoubtful = false } = session
  const [isReading, setReading] = useState(false)
  const toNamesQuery = (kind: PdfKind) => pdfNamesQuery(uniqId, kind)
  const missingNamesResult = useQuery(toNamesQuery('missing'))
  const uploadedPdfsResult = useQuery(uploadedPdfsQuery(uniqId))
  const olderNamesResult = useQuery({ ...toNamesQuery('older'), enabled: shouldIncludeOlder })
  const doubtfulNamesResult = useQuery({ ...toNamesQuery('doubtful'), enabled: shouldIncludeDoubtful })
  const nameQueries = [
    missingNamesResult,
    ...(shouldIncludeOlder ? [olderNamesResult] : []),
    ...(shouldIncludeDoubtful ? [doubtfulNamesResult] : []),
  ]
  const missingNames = nameQueries.every(({ data }) => data)
    ? nameQueries.flatMap(({ data = [] }) => data)
    : undefined
  const matchResult =
    missingNames &&
    uploadedPdfsResult.data &&
    matchPdfs(session.pdfSelection.pdfs, missingNames, uploadedPdfsResult.data, session.uploadedPdfs)
  const failedCount = session.uploads.failedPdfs.length

  /**
   * Starts the upload after the user's confirmations. Loads the import again before them, because an
   * administrator may have moved payments meanwhile.
   */
  const upload = useNonOverlappingCall(
    async ({ send, toCompare, missing }: Pick<PdfMatchResult, 'send' | 'toCompare' | 'missing'>) => {
      if (missing.length > 0 && !(await confirmMissingPdfs(missing.length))) return
      setReading(true)
      const correctedPdfs = await findCorrectedPdfs(toCompare)
      const latestImport = await queryClient.fetchQuery(importQuery(uniqId)).catch(() => preparedImport)
      setReading(false)
      if (await confirmImport(latestImport))
        await uploadAndSave([...send, ...correctedPdfs], latestImport.exported.rows > 0)
    },
  )
  return (
    <section className="stack gap-4" aria-labelledby="comparison">
      <h2 id="comparison">What will change</h2>
      <ImportFigures of={preparedImport} />
      <LeftOutRows
        of={preparedImport}
        shouldIncludeOlder={shouldIncludeOlder}
        shouldIncludeDoubtful={shouldIncludeDoubtful}
      />
      <ExportedLines of={preparedImport} />
      {preparedImport.problem && <p className="alert">{preparedImport.problem}</p>}
      {matchResult && <PdfMatching matchResult={matchResult} chosenCount={session.pdfSelection.pdfs.size} />}
      <FailedPdfs failedPdfs={session.uploads.failedPdfs} isInitiallyOpen />
      <ImportRows key={uniqId} of={preparedImport} movable />
      <div className="acts importbar">
        <Button kind="quiet" disabled={isReading} onClick={() => void confirmStartOver()}>
          Start over
        </Button>
        {failedCount > 0 && (
          <Button busy={isReading} onClick={() => void upload(NO_UPLOADS)}>
            Save without {formatCount(failedCount, 'failed PDF', 'failed PDFs')}
          </Button>
        )}
        <Button
          kind="primary"
          icon={Upload}
          busy={isReading}
          disabled={!matchResult || (total === 0 && !shouldIncludeOlder && !shouldIncludeDoubtful)}
          onClick={() => matchResult && void upload(matchResult)}
        >
          Upload Files
        </Button>
      </div>
    </section>
  )
}

const NO_UPLOADS = { send: [], toCompare: [], missing: [] }

const confirmMissingPdfs = (statements: number): Promise<boolean> =>
  confirm({
    title: 'Upload without all PDFs?',
    content:
      `${formatCount(statements, 'statement has', 'statements have')} no PDF. ` +
      'The amounts are imported all the same.',
    okText: 'Upload',
  })

const confirmImport = async (preparedImport: StatementImport): Promise<boolean> =>
  (await confirmUnusualAmounts(preparedImport.unusual)) &&
  (await confirmExportedPayments(preparedImport)) &&
  (await confirmCorrections(preparedImport.corrections))

/**
 * Shows a confirmation if many amounts are unusual, because they may have shifted to wrong rows of the file
 * (rules 7.32).
 */
async function confirmUnusualAmounts(unusualAmounts: StatementImport['unusual']): Promise<boolean> {
  if (!mayHaveShiftedRows(unusualAmounts)) return true
  return confirm({
    title: 'Are these amounts in the right rows?',
    content:
      `Unusual amounts: ${unusualAmounts.rows.toLocaleString('en')} of ${unusualAmounts.of.toLocaleString('en')}. ` +
      'They do not fit the balances, payments and last statements, so they may be in the wrong rows. See ‘To check’.',
    okText: 'Upload them',
    danger: true,
  })
}

async function confirmCorrections(count: number): Promise<boolean> {
  if (count === 0) return true
  return confirm({
    title: `Correct ${formatCount(count, 'statement', 'statements')}?`,
    content:
      `${formatCount(count, 'tenant has', 'tenants have')} ` +
      `a statement of the same date with another amount. ` +
      `The amounts of this import take their place. 'To check' lists them.`,
    okText: 'Correct',
  })
}

async function confirmStartOver(): Promise<void> {
  const isConfirmed = await confirm({
    title: 'Start over?',
    content: 'Nothing of this import has been saved. Its files are forgotten.',
    okText: 'Start over',
    danger: true,
  })
  if (isConfirmed) await discardImport()
}
