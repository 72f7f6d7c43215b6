import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { restartStallTimers } from '#lib/api/stalled-calls.ts'
import { formatCount } from '#lib/format-number.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { importQuery, pdfNamesQuery } from './calls.ts'
import { importFacts } from './import-facts.ts'
import { ImportFigures } from './import-figures.tsx'
import { ImportRows } from './import-rows.tsx'
import { NameList } from './name-list.tsx'

function UndoProgress({ of: { created, updated, undone } }: { of: StatementImport }) {
  const total = created + updated
  useEffect(restartStallTimers, [undone])
  return (
    <div className="importing">
      <p className="counter num" role="status">
        <b>{undone.toLocaleString('en')}</b> of {total.toLocaleString('en')} rows undone
      </p>
      <progress value={undone} max={total || 1} aria-label="Rows undone" />
    </div>
  )
}

export function ImportDetail({ uniqId, onClose }: { uniqId: string; onClose: () => void }) {
  const query = useQuery(importQuery(uniqId))
  const { data } = query
  const missing = useQuery({ ...pdfNamesQuery(uniqId, 'missing'), enabled: (data?.missingPdfs ?? 0) > 0 })
  const extra = useQuery({ ...pdfNamesQuery(uniqId, 'extra'), enabled: (data?.extraPdfs ?? 0) > 0 })
  return (
    <Sheet place="box" width={1000} title="Import of statements" onClose={onClose}>
      {!data && (
        <QueryState query={query} title="We could not load this import" gone="It may have been deleted." />
      )}
      {data && (
        <div className="importdetail stack gap-4">
          <Facts facts={importFacts(data)} />
          {data.state === 'undoing' && <UndoProgress of={data} />}
          {data.problem && <p className="alert">{data.problem}</p>}
          <ImportFigures of={data} />
          <NameList
            title={formatCount(data.missingPdfs, 'row without a PDF', 'rows without a PDF')}
            names={missing.data}
          />
          <NameList
            title={formatCount(data.extraPdfs, 'PDF without a row', 'PDFs without a row')}
            names={extra.data}
          />
          <ImportRows key={data.state} of={data} />
        </div>
      )}
    </Sheet>
  )
}
