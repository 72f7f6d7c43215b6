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
import { importQuery, type PdfKind, pdfNamesQuery } from './calls.ts'
import { matchPdfs } from './files/chosen-pdfs.ts'
import { PdfMatching } from './files/pdf-matching.tsx'
import { FailedPdfs } from './files/upload-card.tsx'
import { ImportFigures } from './import-figures.tsx'
import { ImportRows } from './import-rows.tsx'
import type { ImportSession } from './import-session.ts'
import { confirmExportedPayments, ExportedLines } from './preview/exported-lines.tsx'
import { LeftOutRows } from './preview/left-out-rows.tsx'
import { discardImport, uploadAndSave } from './run-import.ts'

export function ReadyImport({ session, prepared }: { session: ImportSession; prepared: StatementImport }) {
  const { uniqId, total } = prepared
  const { takeOlder = false, takeDoubtful = false } = session
  const [isReading, setReading] = useState(false)
  const toNamesQuery = (kind: PdfKind) => pdfNamesQuery(uniqId, kind)
  const missingNamesResult = useQuery(toNamesQuery('missing'))
  const uploadedNamesResult = useQuery(toNamesQuery('uploaded'))
  const older = useQuery({ ...toNamesQuery('older'), enabled: takeOlder })
  const doubtful = useQuery({ ...toNamesQuery('doubtful'), enabled: takeDoubtful })
  const nameQueries = [missingNamesResult, ...(takeOlder ? [older] : []), ...(takeDoubtful ? [doubtful] : [])]
  const missingNames = nameQueries.every(({ data }) => data)
    ? nameQueries.flatMap(({ data = [] }) => data)
    : undefined
  const matchResult =
    missingNames &&
    uploadedNamesResult.data &&
    matchPdfs(session.chosen.pdfs, missingNames, uploadedNamesResult.data, session.sent)
  const failedCount = session.uploads.failed.length

  /**
   * Starts the upload after the user's confirmations. Loads the import again before them, because an
   * administrator may have moved payments meanwhile.
   */
  const upload = useNonOverlappingCall(async (files: readonly File[], without: number) => {
    if (without > 0 && !(await confirmMissingPdfs(without))) return
    setReading(true)
    const latestImport = await queryClient.fetchQuery(importQuery(uniqId)).catch(() => prepared)
    setReading(false)
    if (await confirmImport(latestImport)) await uploadAndSave(files, latestImport.exported.rows > 0)
  })
  return (
    <section className="stack gap-4" aria-labelledby="comparison">
      <h2 id="comparison">What will change</h2>
      <ImportFigures of={prepared} />
      <LeftOutRows of={prepared} takeOlder={takeOlder} takeDoubtful={takeDoubtful} />
      <ExportedLines of={prepared} />
      {prepared.problem && <p className="alert">{prepared.problem}</p>}
      {matchResult && <PdfMatching matching={matchResult} chosen={session.chosen.pdfs.size} />}
      <FailedPdfs failed={session.uploads.failed} open />
      <ImportRows key={uniqId} of={prepared} movable />
      <div className="acts importbar">
        <Button kind="quiet" disabled={isReading} onClick={() => void confirmStartOver()}>
          Start over
        </Button>
        {failedCount > 0 && (
          <Button busy={isReading} onClick={() => void upload([], 0)}>
            Save without {formatCount(failedCount, 'failed PDF', 'failed PDFs')}
          </Button>
        )}
        <Button
          kind="primary"
          icon={Upload}
          busy={isReading}
          disabled={!matchResult || (total === 0 && !takeOlder && !takeDoubtful)}
          onClick={() => matchResult && void upload(matchResult.send, matchResult.missing.length)}
        >
          Upload Files
        </Button>
      </div>
    </section>
  )
}

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
async function confirmUnusualAmounts(unusual: StatementImport['unusual']): Promise<boolean> {
  if (!mayHaveShiftedRows(unusual)) return true
  return confirm({
    title: 'Are these amounts in the right rows?',
    content:
      `${unusual.rows.toLocaleString('en')} of ${formatCount(unusual.of, 'amount', 'amounts')} ` +
      `are far from what balances, payments and the last statements let expect. ` +
      `They may have slid to other rows. 'To check' lists them.`,
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
