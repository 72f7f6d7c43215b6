import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { fetchAllRows } from '#lib/api/api-query.ts'
import { filterChosen, type CsvChoice } from '#lib/api/chosen-rows.ts'
import { useAdmin } from '#lib/api/me.ts'
import { saveText } from '#lib/api/save-file.ts'
import { formatCount } from '#lib/format-number.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { pesos } from '#lib/money.ts'
import { type RowName, saveRow, useSavingRows } from '#lib/saving-rows.ts'
import { formatCsvDay, formatDate } from '#lib/time.ts'
import { Segments } from '#ui/controls/segments.tsx'
import { Files } from '#ui/files/file-thumb.tsx'
import { toShownFiles } from '#ui/files/to-shown-files.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import type { WithholdingCertificate } from '@tahanan/contract/billing/answers.ts'
import type { CertificateStatus } from '@tahanan/contract/billing/withholding.ts'
import { channels } from '@tahanan/contract/channels.ts'
import { toCsvAmount, formatRecordsCsv } from '@tahanan/contract/csv.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { CERTIFICATES, certificatesQuery } from '../calls.ts'
import { ReportPdf } from '../save-buttons.tsx'
import { renderTenantHeading } from '../tenant-words.tsx'
import { useMarkCertificate } from './use-mark-certificate.ts'
import { formatDays } from './withholding-section.tsx'
import './withholding.css'

type Row = WithholdingCertificate
const STATUSES: readonly { value: CertificateStatus; label: string }[] = [
  { value: 'claimed', label: 'Missing' },
  { value: 'received', label: 'Received' },
]

const formatAge = ({ days, receivedDate }: Row): string =>
  receivedDate === null ? formatCount(days, 'day', 'days') : `Received ${formatDate(receivedDate)}`

const COLUMNS: readonly RecordColumn<Row>[] = [
  { label: 'Payment', look: 'c-num', opens: true, show: ({ referenceNumber }) => referenceNumber },
  { label: 'Client Code', look: 'c-num', show: ({ clientCode }) => clientCode },
  { label: 'Client Name', look: 'wide', show: ({ uoccname }) => uoccname },
  { label: 'Tax Withheld', look: 'c-num right', show: ({ amount }) => <b>{pesos(amount)}</b> },
  { label: 'Tax Code', look: 'c-num', show: ({ taxCode }) => taxCode },
  { label: 'Period', look: 'wide', show: ({ periodFrom, periodTo }) => formatDays(periodFrom, periodTo) },
  { label: 'Posted', look: 'c-num', show: ({ postedDate }) => formatDate(postedDate) },
  { label: 'Missing For', look: 'c-num', show: formatAge },
  { label: 'File', show: ({ certificate }) => <Files files={toShownFiles(certificate)} /> },
]

const toCard = (row: Row): CardWords => ({
  heading: renderTenantHeading(row),
  words: (
    <>
      <p className="num">
        <b>{pesos(row.amount)}</b>, {row.taxCode}, {formatDays(row.periodFrom, row.periodTo)}
      </p>
      <p className="num">
        {row.referenceNumber}, {formatAge(row)}
      </p>
      <Files files={toShownFiles(row.certificate)} />
    </>
  ),
})

const formatCertificatesCsv = (rows: readonly Row[]): string =>
  formatRecordsCsv(rows, {
    clientCode: (row) => row.clientCode,
    clientName: (row) => row.uoccname,
    payment: (row) => row.referenceNumber,
    amount: (row) => toCsvAmount(row.amount),
    taxCode: (row) => row.taxCode,
    periodFrom: (row) => ({ plain: row.periodFrom }),
    periodTo: (row) => ({ plain: row.periodTo }),
    posted: (row) => formatCsvDay(row.postedDate),
    days: (row) => row.days,
    received: (row) => formatCsvDay(row.receivedDate),
  })

const getRowName = ({ id }: Row): RowName => `certificate ${id}`

/** Page with withholding-tax certificates: missing ones, oldest first, and received ones (rules 19.8). */
export default function CertificatesPage() {
  const { id: adminId, roles } = useAdmin()
  const list = useListParams()
  const [status, setStatus] = useState<CertificateStatus>('claimed')
  const query = useQuery(certificatesQuery({ ...list.filter, status }))
  useLiveRefetch(channels.adminPayments(adminId), [CERTIFICATES])
  const marking = useMarkCertificate()
  const saving = useSavingRows()
  const name = `Certificates ${status === 'claimed' ? 'missing' : 'received'}`
  const { mutate: download, isPending } = useMutation({
    mutationFn: async (choice: CsvChoice) => {
      const { searchTerm } = list.filter
      const rows = await fetchAllRows<Row>(`/${CERTIFICATES}`, { searchTerm, status })
      saveText(`${name}.csv`, formatCertificatesCsv(filterChosen(rows, choice)))
    },
  })
  const mayMark = allows(roles, 'payments', 'verify')
  const other = status === 'claimed' ? 'received' : 'claimed'
  return (
    <ListPage
      title="Certificates"
      className="certificates"
      searchHint="Search payment, client or name"
      list={list}
      query={query}
      things="certificates"
      emptyTitle={status === 'claimed' ? 'No certificate is missing' : undefined}
      purpose={
        status === 'claimed'
          ? 'Tenants who withhold tax owe a certificate for it. Their posted payments wait here until you have it.'
          : 'Certificates appear here once they are marked as received.'
      }
      filters={
        <Segments
          aria-label="Certificates"
          options={STATUSES}
          value={status}
          onChange={(chosen) => {
            setStatus(chosen)
            list.turn(1)
          }}
        />
      }
      tools={
        status === 'claimed' && <ReportPdf path="/withholding-certificates/pdf" name={name} isNextToSearch />
      }
      csv={{ busy: isPending, download: (choice) => download(choice) }}
      columns={COLUMNS}
      card={toCard}
      getName={({ referenceNumber }) => referenceNumber}
      getLink={({ id }) => `/admin/payments?modal=true&id=${id}`}
      isSaving={(row) => saving.has(getRowName(row))}
      actions={(row) =>
        mayMark
          ? [
              {
                label: other === 'received' ? 'Mark as received' : 'Mark as missing',
                icon: other === 'received' ? Check : Undo2,
                onSelect: () =>
                  void saveRow(getRowName(row), async () => {
                    await marking.mutateAsync({ id: row.id, status: other }).catch(() => undefined)
                  }),
              },
            ]
          : []
      }
    />
  )
}
