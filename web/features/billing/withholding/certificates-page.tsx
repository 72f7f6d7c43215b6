import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { fetchAllRows } from '#lib/api/create-api-query.ts'
import { useAdmin } from '#lib/api/me.ts'
import { saveText } from '#lib/api/save-file.ts'
import { filterSelectedRows, type CsvChoice } from '#lib/api/selected-rows.ts'
import { formatCount } from '#lib/format-number.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatPesos } from '#lib/money.ts'
import { type RowName, saveRow, useSavingRows } from '#lib/saving-rows.ts'
import { formatCsvDay, formatDate } from '#lib/time.ts'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { FileThumbnailList } from '#ui/files/file-thumbnail.tsx'
import { toDisplayFiles } from '#ui/files/to-display-files.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { WithholdingCertificate } from '@tahanan/contract/billing/answers.ts'
import type { CertificateStatus } from '@tahanan/contract/billing/withholding.ts'
import { toCsvAmount, formatRowsCsv } from '@tahanan/contract/csv.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { CERTIFICATES_PATH, certificatesQuery } from '../calls.ts'
import { ReportPdfButton } from '../save-buttons.tsx'
import { renderTenantHeading } from '../tenant-columns.tsx'
import { useMarkCertificate } from './use-mark-certificate.ts'
import { formatDayPeriod } from './withholding-section.tsx'
import './withholding.css'

type Row = WithholdingCertificate
const CERTIFICATE_STATUSES: readonly { value: CertificateStatus; label: string }[] = [
  { value: 'claimed', label: 'Missing' },
  { value: 'received', label: 'Received' },
]

const formatCertificateAge = ({ days, receivedDate }: Row): string =>
  receivedDate === null ? formatCount(days, 'day', 'days') : `Received ${formatDate(receivedDate)}`

const COLUMNS: readonly TableColumn<Row>[] = [
  {
    label: 'Payment',
    look: 'c-num',
    isRowOpener: true,
    renderCell: ({ referenceNumber }) => referenceNumber,
  },
  { label: 'Client Code', look: 'c-num', renderCell: ({ clientCode }) => clientCode },
  { label: 'Client Name', look: 'wide', renderCell: ({ uoccname }) => uoccname },
  { label: 'Tax Withheld', look: 'c-num right', renderCell: ({ amount }) => <b>{formatPesos(amount)}</b> },
  { label: 'Tax Code', look: 'c-num', renderCell: ({ taxCode }) => taxCode },
  {
    label: 'Period',
    look: 'wide',
    renderCell: ({ periodFrom, periodTo }) => formatDayPeriod(periodFrom, periodTo),
  },
  { label: 'Posted', look: 'c-num', renderCell: ({ postedDate }) => formatDate(postedDate) },
  { label: 'Missing For', look: 'c-num', renderCell: formatCertificateAge },
  {
    label: 'File',
    renderCell: ({ certificate }) => <FileThumbnailList files={toDisplayFiles(certificate)} />,
  },
]

const toCard = (row: Row): CardContent => ({
  heading: renderTenantHeading(row),
  words: (
    <>
      <p className="num">
        <b>{formatPesos(row.amount)}</b>, {row.taxCode}, {formatDayPeriod(row.periodFrom, row.periodTo)}
      </p>
      <p className="num">
        {row.referenceNumber}, {formatCertificateAge(row)}
      </p>
      <FileThumbnailList files={toDisplayFiles(row.certificate)} />
    </>
  ),
})

const formatCertificatesCsv = (rows: readonly Row[]): string =>
  formatRowsCsv(rows, {
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
  useLiveRefetch(liveChannels.adminPayments(adminId), [CERTIFICATES_PATH])
  const markCertificate = useMarkCertificate()
  const savingRows = useSavingRows()
  const name = `Certificates ${status === 'claimed' ? 'missing' : 'received'}`
  const { mutate: download, isPending } = useMutation({
    mutationFn: async (choice: CsvChoice) => {
      // Rows selected one by one stay selected in another search and status.
      const hasChosenIds = 'ids' in choice
      const rowFilter = hasChosenIds ? { searchTerm: '' } : { searchTerm: list.filter.searchTerm, status }
      const rows = await fetchAllRows<Row>(`/${CERTIFICATES_PATH}`, rowFilter)
      const fileName = hasChosenIds ? 'Certificates' : name
      saveText(`${fileName}.csv`, formatCertificatesCsv(filterSelectedRows(rows, choice)))
    },
  })
  const mayMark = rolesAllow(roles, 'payments', 'verify')
  const otherStatus = status === 'claimed' ? 'received' : 'claimed'
  return (
    <ListPage
      title="Certificates"
      className="certificates"
      searchHint="Search payment, client or name"
      list={list}
      query={query}
      pluralNoun="certificates"
      emptyTitle={status === 'claimed' ? 'No certificate is missing' : undefined}
      purpose={
        status === 'claimed'
          ? 'Tenants who withhold tax owe a certificate for it. Their posted payments wait here until you have it.'
          : 'Certificates appear here once they are marked as received.'
      }
      filters={
        <SegmentedControl
          aria-label="Certificates"
          options={CERTIFICATE_STATUSES}
          value={status}
          onChange={(newStatus) => {
            setStatus(newStatus)
            list.openPage(1)
          }}
        />
      }
      tools={
        status === 'claimed' && (
          <ReportPdfButton path="/withholding-certificates/pdf" name={name} isNextToSearch />
        )
      }
      csv={{ busy: isPending, download: (choice) => download(choice) }}
      columns={COLUMNS}
      card={toCard}
      getName={({ referenceNumber }) => referenceNumber}
      getLink={({ id }) => `/admin/payments?modal=true&id=${id}`}
      isSaving={(row) => savingRows.has(getRowName(row))}
      actions={(row) =>
        mayMark
          ? [
              {
                label: otherStatus === 'received' ? 'Mark as received' : 'Mark as missing',
                icon: otherStatus === 'received' ? Check : Undo2,
                onSelect: () =>
                  void saveRow(getRowName(row), async () => {
                    await markCertificate
                      .mutateAsync({ id: row.id, status: otherStatus })
                      .catch(() => undefined)
                  }),
              },
            ]
          : []
      }
    />
  )
}
