import '#ui/list-pages/styles.ts'
import { useQuery } from '@tanstack/react-query'
import { FilePlus, FileText } from 'lucide-react'
import { isNotFound } from '#lib/api/api.ts'
import { formatBalance, formatPesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { DataList } from '#ui/list-pages/data-list.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { RowOpener } from '#ui/lists/row-opener.tsx'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import { describeLedgerEntry } from '@tahanan/contract/billing/ledger.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ledgerQuery } from '../calls.ts'
import { toInvoicePdf, PdfButton } from '../save-buttons.tsx'
import { issueInvoice } from './issue-invoice.ts'

interface LedgerEntryActions {
  onPayment?: (id: number) => void
  paymentAddress?: (id: number) => string
  onIssue?: (entryId: number) => void
}

type EntryProps = LedgerEntryActions & { entry: LedgerEntry }

function LedgerEntryName({ entry, onPayment, paymentAddress }: EntryProps) {
  const { paymentId } = entry
  const { name } = describeLedgerEntry(entry)
  if (paymentId === null) return name
  return (
    <RowOpener address={paymentAddress?.(paymentId)} onOpen={onPayment && (() => onPayment(paymentId))}>
      {name}
    </RowOpener>
  )
}

function LedgerEntryInvoice({ entry: { id, kind, invoice }, onIssue }: EntryProps) {
  return (
    <>
      {invoice && (
        <PdfButton kind="quiet" icon={FileText} {...toInvoicePdf(invoice)}>
          {`Invoice ${invoice.number}${invoice.isVoid ? ', void' : ''}`}
        </PdfButton>
      )}
      {kind === 'charge' && onIssue && (!invoice || invoice.isVoid) && (
        <Button kind="quiet" icon={FilePlus} onClick={() => onIssue(id)}>
          Issue invoice
        </Button>
      )}
    </>
  )
}

function formatLedgerEntryDetails(entry: LedgerEntry): string {
  const { reference, remarks, by, dueDate } = entry
  return [
    describeLedgerEntry(entry).label,
    reference,
    dueDate && `due ${formatDate(dueDate)}`,
    remarks,
    by && `by ${by}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const toColumns = (actions: LedgerEntryActions): readonly TableColumn<LedgerEntry>[] => [
  { label: 'Date', look: 'c-num', renderCell: ({ date }) => formatDate(date) },
  {
    label: 'Entry',
    look: 'wide',
    renderCell: (entry) => (
      <>
        <LedgerEntryName entry={entry} {...actions} />
        <div className="beneath">{formatLedgerEntryDetails(entry)}</div>
        <LedgerEntryInvoice entry={entry} {...actions} />
      </>
    ),
  },
  { label: 'Amount', look: 'c-num right', renderCell: ({ amount }) => formatPesos(amount) },
  { label: 'Balance', look: 'c-num right', renderCell: ({ balance }) => <b>{formatBalance(balance)}</b> },
]

const toCard = (entry: LedgerEntry, actions: LedgerEntryActions): CardContent => ({
  heading: <LedgerEntryName entry={entry} {...actions} />,
  words: (
    <>
      <p>{formatLedgerEntryDetails(entry)}</p>
      <p className="num">
        <b>{formatPesos(entry.amount)}</b>, {formatDate(entry.date)}
      </p>
      <p className="num">Balance {formatBalance(entry.balance)}</p>
      <LedgerEntryInvoice entry={entry} {...actions} />
    </>
  ),
})

interface LedgerListProps extends Pick<LedgerEntryActions, 'onPayment' | 'paymentAddress'> {
  tenantId: number
  page: number
  onPage: (page: number, shouldReplace?: boolean) => void
  onMissing?: () => void
}

/**
 * Ledger of a tenant, newest entry first. Each entry shows its amount and the balance after it (rules 16.1).
 */
export function LedgerList({ tenantId, page, onPage, onMissing, ...opens }: LedgerListProps) {
  const filter = { page, limit: LIMITS.pageSize }
  const query = useQuery(ledgerQuery(tenantId, filter))
  useMissingRecord(isNotFound(query.error), () => onMissing?.())
  const actions = {
    ...opens,
    onIssue: query.data?.canInvoice ? (id: number) => void issueInvoice(id) : undefined,
  }
  return (
    <DataList
      caption="Account ledger"
      query={query}
      pluralNoun="entries"
      purpose="Statements, payments and charges appear here by themselves."
      filter={{ ...filter, searchTerm: '' }}
      columns={toColumns(actions)}
      card={(entry) => toCard(entry, actions)}
      getName={(entry) => `${describeLedgerEntry(entry).name} ${entry.reference}`}
      onPage={onPage}
    />
  )
}
