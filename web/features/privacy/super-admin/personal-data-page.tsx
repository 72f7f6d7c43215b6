import '#ui/list-pages/styles.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { api } from '#lib/api/api.ts'
import { saveBlob, saveText } from '#lib/api/save-file.ts'
import { Button } from '#ui/controls/button.tsx'
import { DataCards } from '#ui/lists/data-cards.tsx'
import { type CardContent, type TableColumn, DataTable, stackColumns } from '#ui/lists/data-table.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { useIsCrowdedDesktop, useIsPhone } from '#ui/use-media-query.ts'
import { formatRowsCsv } from '@tahanan/contract/csv.ts'
import type { ProcessingActivity } from '@tahanan/contract/privacy/answers.ts'
import { processingQuery } from '../calls.ts'
import { ErasureSection, ReductionSection } from './erasure-section.tsx'
import './personal-data.css'
import { RetentionSection } from './retention-section.tsx'

const DOCUMENT_NAME = 'Record of processing'

/**
 * Page about personal data for the super-administrator: data of a tenant, retention, and record of processing
 * (rules 26.7, 26.8, 26.29).
 */
export default function PersonalDataPage() {
  return (
    <div className="office personal-data">
      <PageHead
        title="Personal Data"
        description="What the portal stores about people, as the Data Privacy Act (RA 10173) asks for."
      />
      <ErasureSection />
      <RetentionSection />
      <ReductionSection />
      <ProcessingRecord />
    </div>
  )
}

type Row = ProcessingActivity & { id: number }

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    label: 'Data',
    look: 'wide',
    renderCell: ({ title, data }) => (
      <>
        <b>{title}</b>
        <small>{data}</small>
      </>
    ),
  },
  { label: 'People', look: 'wide', renderCell: ({ people }) => people },
  {
    label: 'Purpose',
    look: 'wide',
    renderCell: ({ purpose, basis }) => (
      <>
        {purpose}
        <small>{basis}</small>
      </>
    ),
  },
  { label: 'Who May Read It', look: 'wide', renderCell: ({ readers }) => readers },
  { label: 'How Long', look: 'wide', renderCell: ({ retention }) => retention },
  { label: 'On Erasure', look: 'wide', renderCell: ({ erasure }) => erasure },
]

const toCard = (row: Row): CardContent => ({
  heading: row.title,
  words: (
    <>
      <p>{row.data}</p>
      <p>{row.purpose}</p>
      <p className="minor">
        {row.people}; {row.basis}; {row.readers}; {row.retention}
      </p>
      <p className="minor">{row.erasure}</p>
    </>
  ),
})

const formatProcessingCsv = (rows: readonly ProcessingActivity[]): string =>
  formatRowsCsv(rows, {
    table: ({ table }) => table,
    data: ({ title }) => title,
    what: ({ data }) => data,
    people: ({ people }) => people,
    purpose: ({ purpose }) => purpose,
    legalBasis: ({ basis }) => basis,
    readers: ({ readers }) => readers,
    retention: ({ retention }) => retention,
    erasure: ({ erasure }) => erasure,
  })

function ProcessingRecord() {
  const query = useQuery(processingQuery)
  const phone = useIsPhone()
  const columns = stackColumns(COLUMNS, useIsCrowdedDesktop())
  const { mutate: savePdf, isPending } = useMutation({
    mutationFn: async () => saveBlob(`${DOCUMENT_NAME}.pdf`, await api.file('/processing-record/pdf')),
  })
  const { data } = query
  const rows = data?.map((row, index) => ({ ...row, id: index + 1 }))
  const tableProps = rows && {
    rows,
    caption: DOCUMENT_NAME,
    card: toCard,
    getName: ({ title }: Row) => title,
  }
  return (
    <section aria-labelledby="processing-title" className="stack gap-4">
      <header className="acts">
        <h2 id="processing-title" className="grow">
          {DOCUMENT_NAME}
        </h2>
        <Button
          icon={Download}
          disabled={!data}
          onClick={() => data && saveText(`${DOCUMENT_NAME}.csv`, formatProcessingCsv(data))}
        >
          Download CSV
        </Button>
        <Button icon={FileText} busy={isPending} onClick={() => savePdf()}>
          Download PDF
        </Button>
      </header>
      {!tableProps && <QueryState query={query} title="We could not load the record" />}
      {tableProps && phone && <DataCards {...tableProps} columns={COLUMNS} />}
      {tableProps && !phone && (
        <div className="panel records">
          <div className="scroll">
            <DataTable {...tableProps} columns={columns} />
          </div>
        </div>
      )}
    </section>
  )
}
