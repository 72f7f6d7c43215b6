import '#ui/list-pages/styles.ts'
import { useQuery } from '@tanstack/react-query'
import { Ban, Replace, Eye, FileText, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { OPENED_HERE_STATE } from '#lib/address/panel-address.ts'
import { useAddress } from '#lib/address/use-address.ts'
import { useAdmin } from '#lib/api/me.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDate, formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { NativeSelect } from '#ui/controls/input.tsx'
import { DataList } from '#ui/list-pages/data-list.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import type { RowAction } from '#ui/overlays/row-menu.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Facts } from '#ui/values/facts.tsx'
import { PAYMENT_STATUS } from '@tahanan/contract/billing/payment.ts'
import type { IssuedNumber, Series } from '@tahanan/contract/billing/series-answers.ts'
import { describeNumberState } from '@tahanan/contract/billing/series.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { CsvButton, toInvoicePdf, ReportPdfButton, useSavePdf } from '../../save-buttons.tsx'
import { renderTenantHeading } from '../../tenant-columns.tsx'
import { type OpenedReceiptSheet, ReceiptSheet } from './receipt-sheet.tsx'
import { loadRegisterCsv, receiptRegisterQuery, getSeriesName, seriesQuery } from './register.ts'
import './receipts.css'

const NumberState = ({ row }: { row: IssuedNumber }) => {
  const state = describeNumberState(row)
  return state === '' ? null : <b className="void-mark">{state}</b>
}

const COLUMNS: readonly TableColumn<IssuedNumber>[] = [
  { label: 'Number', look: 'c-num', isRowOpener: true, renderCell: ({ number }) => number },
  { label: 'Date', look: 'c-num', renderCell: ({ at }) => formatDateTime(at) },
  {
    label: 'Tenant',
    look: 'wide',
    renderCell: ({ tenant }) => tenant && renderTenantHeading(tenant),
  },
  {
    label: 'For',
    look: 'wide',
    renderCell: (row) => (
      <>
        {row.about}
        <div className="beneath">
          <NumberState row={row} /> {row.voided?.remarks}
        </div>
      </>
    ),
  },
  {
    label: 'Amount',
    look: 'c-num right',
    renderCell: ({ amount }) => amount !== null && formatPesos(amount),
  },
]

const toCard = (row: IssuedNumber): CardContent => ({
  heading: <span className="num">{row.number}</span>,
  words: (
    <>
      {row.tenant && <p>{renderTenantHeading(row.tenant)}</p>}
      <p className="num">
        {[row.about, row.amount !== null && formatPesos(row.amount), formatDateTime(row.at)]
          .filter(Boolean)
          .join(', ')}
      </p>
      <p>
        <NumberState row={row} /> {row.voided?.remarks}
      </p>
    </>
  ),
})

const getPaymentPath = ({ paymentId }: IssuedNumber): string | undefined =>
  paymentId === null ? undefined : `/admin/payments?modal=true&id=${paymentId}`

/**
 * Shows the number series of receipts and invoices, each with its register (list of issued numbers) (rules
 * 18).
 */
export default function ReceiptsPage() {
  const { roles } = useAdmin()
  const navigate = useNavigate()
  const query = useQuery(seriesQuery)
  const { filter, openPage, resize } = useListParams()
  const [params, changeAddress] = useAddress()
  const [openedSheet, setOpenedSheet] = useState<OpenedReceiptSheet>()
  const pdf = useSavePdf()
  const mayOpen = rolesAllow(roles, 'payments', 'series')
  const mayReplace = mayOpen || rolesAllow(roles, 'payments', 'reverse')
  const mayVoid = mayOpen || rolesAllow(roles, 'payments', 'charge')
  const allSeries = query.data?.data ?? []
  const chosenSeries = allSeries.find(({ id }) => String(id) === params.get('series')) ?? allSeries[0]
  const register = useQuery({
    ...receiptRegisterQuery(chosenSeries?.id ?? 0, { page: filter.page, limit: filter.limit }),
    enabled: chosenSeries !== undefined,
  })
  const openPayment = (row: IssuedNumber): void => {
    const paymentPath = getPaymentPath(row)
    if (paymentPath) void navigate(paymentPath, { state: OPENED_HERE_STATE })
  }
  const listActions = (row: IssuedNumber): RowAction[] => [
    ...(row.paymentId === null ? [] : [{ label: 'Payment', icon: Eye, onSelect: () => openPayment(row) }]),
    ...(row.isInvoice
      ? [{ label: 'Invoice', icon: FileText, onSelect: () => pdf.save(toInvoicePdf(row)) }]
      : []),
    ...(row.paymentId !== null && row.voided && !row.voided.replacedBy && mayReplace
      ? [{ label: 'Replaced by', icon: Replace, onSelect: () => setOpenedSheet({ sheet: 'replace', row }) }]
      : []),
    ...(row.isInvoice && !row.voided && mayVoid
      ? [{ label: 'Void', icon: Ban, danger: true, onSelect: () => setOpenedSheet({ sheet: 'void', row }) }]
      : []),
  ]
  return (
    <div className="office receipts">
      <PageHead
        title="Receipts"
        action={
          mayOpen
            ? { label: 'Open series', icon: Plus, onPress: () => setOpenedSheet({ sheet: 'open' }) }
            : undefined
        }
      />
      {allSeries
        .filter(({ unconfirmed }) => unconfirmed)
        .map((series) => (
          <div key={series.id} className="callout" role="alert">
            <p>
              The portal was restored from a backup.{' '}
              {series.kind === 'receipt' ? 'Nothing can be posted' : 'No invoice can be issued'} until the
              last printed number of <b>{series.prefix}</b> is confirmed.
            </p>
            {mayOpen ? (
              <Button onClick={() => setOpenedSheet({ sheet: 'confirm', series })}>
                Confirm last number
              </Button>
            ) : (
              <p>Please ask somebody with the permission Payments: series.</p>
            )}
          </div>
        ))}
      {!query.data && <QueryState query={query} title="We could not load the series" />}
      {query.data && !chosenSeries && (
        <EmptyState
          title="No receipts yet"
          action={
            rolesAllow(roles, 'payments', 'posted') && (
              <Button onClick={() => void navigate(`/admin/payments?status=${PAYMENT_STATUS.verified}`)}>
                Post a verified payment
              </Button>
            )
          }
        >
          Each posted payment gets a numbered receipt. The first one begins a series by itself.
        </EmptyState>
      )}
      {chosenSeries && (
        <>
          <SeriesHead
            allSeries={allSeries}
            series={chosenSeries}
            onChoose={(id) =>
              changeAddress((address) => {
                address.set('series', id)
                address.delete('page')
              })
            }
          />
          <DataList
            caption={`Register of ${getSeriesName(chosenSeries)}`}
            query={register}
            pluralNoun="numbers"
            purpose={
              chosenSeries.kind === 'receipt'
                ? 'A number is issued for each payment that is posted.'
                : 'A number is issued for each invoice of a charge, in the tenant’s ledger.'
            }
            filter={{ page: filter.page, limit: filter.limit, searchTerm: '' }}
            columns={COLUMNS}
            card={toCard}
            getName={({ number }) => number}
            getLink={getPaymentPath}
            actions={listActions}
            onPage={openPage}
            onResize={resize}
          />
        </>
      )}
      {openedSheet && (
        <ReceiptSheet openedSheet={openedSheet} all={allSeries} onClose={() => setOpenedSheet(undefined)} />
      )}
    </div>
  )
}

function SeriesHead(props: { allSeries: readonly Series[]; series: Series; onChoose: (id: string) => void }) {
  const { allSeries, series, onChoose } = props
  const name = `Register ${series.prefix.slice(0, -1)}`
  const remainingNumbers = series.last === null ? '' : (series.last - series.next + 1).toLocaleString('en')
  return (
    <>
      <div className="series">
        <Field label="Series">
          <NativeSelect
            value={series.id}
            options={allSeries.map((candidate) => ({ value: candidate.id, label: getSeriesName(candidate) }))}
            onChange={(event) => onChoose(event.target.value)}
          />
        </Field>
        <div className="acts">
          <CsvButton name={name} csv={() => loadRegisterCsv(series.id)} />
          <ReportPdfButton path={`/receipt-register/pdf?seriesId=${series.id}`} name={name} />
        </div>
      </div>
      <Facts
        facts={[
          ['Last Issued', series.lastIssued ?? 'None yet'],
          ['Range', series.last === null ? `From ${series.first}` : `${series.first} to ${series.last}`],
          ['Left', series.closedAt ? '' : remainingNumbers],
          ['Permit', series.permit && `${series.permit}, ${formatDate(series.permitDate ?? '')}`],
          ['Registered Name', series.registeredName],
          ['TIN', series.tin],
          ['Address', series.address],
          ['Opened', series.by && `${formatDate(series.created_at)} by ${series.by}`],
          ['Closed', series.closedAt && formatDate(series.closedAt)],
        ]}
      />
    </>
  )
}
