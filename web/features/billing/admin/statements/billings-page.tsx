import { useQuery } from '@tanstack/react-query'
import { History, Paperclip } from 'lucide-react'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { formatBalance, formatPesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { SortKey } from '#ui/lists/sort.tsx'
import { useOpenId } from '#ui/panels/open-id.ts'
import type { Billing } from '@tahanan/contract/billing/answers.ts'
import { BALANCE_AMOUNTS, BALANCE_LABELS } from '@tahanan/contract/billing/balance.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { billingsQuery } from '../../calls.ts'
import { DueDate } from '../../ledger/due-date.tsx'
import { getBalanceLabel } from '../../left-to-pay.ts'
import { MissingPdfNote, useStatementPdf } from '../../statement-buttons.tsx'
import { getPdfKey, getPdfName } from '../../statement.ts'
import { TENANT_COLUMNS, renderTenantHeading } from '../../tenant-columns.tsx'
import { ReportFigures } from '../reports/report-figures.tsx'
import { formatBillingsCsv } from './format-billings-csv.ts'
import { TenantAccount } from './tenant-account.tsx'
import '../../billing.css'
import './billings.css'

const BILLING_AMOUNTS = [
  { key: 'soaAmount', label: 'SOA Amount', formatAmount: formatBalance },
  { key: 'receivedSince', label: 'Received Since', formatAmount: formatPesos },
  { key: 'leftToPay', label: BALANCE_LABELS.leftToPay, formatAmount: formatBalance },
] as const

const SORT_KEYS: readonly SortKey[] = [
  { key: 'clientCode', label: 'Client Code', kind: 'text' },
  { key: 'clientName', label: 'Uoccname', kind: 'text' },
  ...BILLING_AMOUNTS.map(({ key, label }) => ({ key, label, kind: 'amount' }) as const),
  { key: 'soaDate', label: 'SOA Date', kind: 'date' },
]

const BILLING_TOTALS = [
  ...BILLING_AMOUNTS.filter(({ key }) => key !== 'leftToPay').map(({ key, label }) => ({ key, label })),
  ...BALANCE_AMOUNTS,
]

const AMOUNT_COLUMNS = BILLING_AMOUNTS.map(({ key, label, formatAmount }): TableColumn<Billing> => ({
  label,
  look: 'c-num right',
  renderCell: (billing) => formatAmount(billing[key]),
}))

const DUE_COLUMN: TableColumn<Billing> = {
  label: 'Due',
  columnAbove: BALANCE_LABELS.leftToPay,
  renderCell: (billing) => <DueDate dueFields={billing} showDay={formatDate} />,
}

/** List of tenants' balances, computed from the latest statement and later payments (rules 3.15). */
export default function BillingsPage() {
  const list = useListParams({ keys: SORT_KEYS })
  const csv = useCsvDownload({ path: '/billingIds', file: 'Billings.csv', toCsv: formatBillingsCsv })
  const { openId, setOpenId, getLink } = useOpenId('id')
  const query = useQuery(billingsQuery(list.filter))
  useLiveRefetch(liveChannels.tenants, ['billings'], ['me', 'ledger'])
  const { openPdf, pdfReader } = useStatementPdf()
  const renderAttachment = (billing: Billing): React.ReactNode =>
    getPdfKey(billing) === undefined ? (
      <MissingPdfNote statement={billing} />
    ) : (
      <button type="button" className="attachment inline" onClick={() => openPdf(billing)}>
        <Paperclip className="small" />
        <span>{getPdfName(billing)}</span>
      </button>
    )
  const columns: readonly TableColumn<Billing>[] = [
    ...TENANT_COLUMNS.map((column) => ({ ...column, isRowOpener: column.label === 'Client Code' })),
    ...AMOUNT_COLUMNS,
    ...(query.data?.data.some(({ dueDate }) => dueDate !== null) ? [DUE_COLUMN] : []),
    {
      label: 'SOA Date',
      look: 'c-num',
      columnAbove: 'SOA Amount',
      renderCell: ({ soaDate }) => formatDate(soaDate),
    },
    { label: 'Attachment', look: 'wide', renderCell: renderAttachment },
  ]
  const toCard = (billing: Billing): CardContent => ({
    heading: renderTenantHeading(billing),
    words: (
      <>
        <p className="num">
          Statement {formatBalance(billing.soaAmount)}, {formatDate(billing.soaDate)}
        </p>
        <p className="num">
          {getBalanceLabel(billing.leftToPay)} <b>{formatPesos(Math.abs(billing.leftToPay))}</b>
        </p>
        <DueDate dueFields={billing} showDay={formatDate} />
        {renderAttachment(billing)}
      </>
    ),
  })
  const totals = query.data?.totals
  const openedBilling = query.data?.data.find(({ id }) => id === openId)
  return (
    <ListPage
      title="Billings"
      className="billings"
      searchHint="Search code, name, unit or email"
      list={list}
      query={query}
      filters={
        <ReportFigures
          facts={BILLING_TOTALS.map(({ key, label }) => [label, totals ? formatPesos(totals[key]) : '–'])}
        />
      }
      csv={csv}
      pluralNoun="billings"
      purpose="Each tenant is listed here with the latest statement that was imported."
      columns={columns}
      card={toCard}
      getName={({ clientCode }) => clientCode}
      getLink={getLink}
      actions={({ id }) => [{ label: 'Ledger', icon: History, onSelect: () => setOpenId(id) }]}
    >
      {openId !== undefined && (
        <TenantAccount
          key={openId}
          tenantId={openId}
          billing={openedBilling}
          onView={openPdf}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {pdfReader}
    </ListPage>
  )
}
