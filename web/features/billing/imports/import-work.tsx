import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useWarnBeforeLeaving } from '#lib/use-warn-before-leaving.ts'
import { Button } from '#ui/controls/button.tsx'
import { Bar } from '#ui/lists/skeletons.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { importQuery } from './calls.ts'
import { DateOrderDialog } from './date-order-dialog.tsx'
import { answerDateOrder, compareChosen } from './files/compare-files.ts'
import { ImportZones } from './files/import-zones.tsx'
import { UploadCard } from './files/upload-card.tsx'
import { useImportSession } from './import-session.ts'
import { ReadyImport } from './ready-import.tsx'
import { openRememberedImport } from './run-import.ts'
import { SaveProgress } from './save-progress.tsx'

/** The current import: files, comparison, uploads, saving. */
export function ImportWork() {
  const session = useImportSession()
  const { step, uniqId, question, csv } = session
  const query = useQuery({ ...importQuery(uniqId ?? ''), enabled: uniqId !== undefined })
  const { data } = query
  useEffect(() => void openRememberedImport(), [])
  useWarnBeforeLeaving(step === 'upload')

  if (step === 'save') return <SaveProgress session={session} running={data} />
  if (step === 'upload') return <UploadCard progress={session.uploads} />
  return (
    <>
      <p className="help">Note: saving large files may take 5 to 10 minutes.</p>
      <ImportZones session={session} prepared={step === 'ready' ? data : undefined} />
      {step === 'choose' && csv.soaFile && csv.webClientFile && (
        <div className="acts again">
          <p>The files could not be compared.</p>
          <Button icon={RefreshCw} onClick={() => void compareChosen()}>
            Try again
          </Button>
        </div>
      )}
      {step === 'compare' && (
        <div className="stack gap-2" role="status">
          <Bar width="60%" />
          <p className="muted">Comparing with the tenants as they are now. Nothing is saved yet.</p>
        </div>
      )}
      {step === 'ready' && data && <ReadyImport session={session} prepared={data} />}
      {step === 'ready' && !data && (
        <QueryState query={query} title="We could not load the comparison">
          {null}
        </QueryState>
      )}
      {question && <DateOrderDialog examples={question} onAnswer={(order) => void answerDateOrder(order)} />}
    </>
  )
}
