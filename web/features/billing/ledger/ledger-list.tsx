import '#ui/list-pages/styles.ts'
import { useQuery } from '@tanstack/react-query'
import { FilePlus, FileText } from 'lucide-react'
import { isNotFound } from '#lib/api/api.ts'
import { formatBalance, pesos } from '#lib/money.ts'
import { formatDate } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import { RowOpener } from '#ui/lists/row-opener.tsx'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import { describeEntry } from '@tahanan/contract/billing/ledger.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { ledgerQuery } from '../calls.ts'
import { toInvoicePdf, PdfButton } from '../save-buttons.tsx'
import { issueInvoice } from './issue-invoice.ts'

interface EntryActions {
  onPayment?: (id: number) => void
  paymentAddress?: (id: number) => string
  onIssue?: (entryId: number) => void
}

type EntryProps = EntryActions & { entry: LedgerEntry }

function EntryName({ entry, onPayment, paymentAddress }: EntryProps) {
  const { paymentId } = entry
  const { name } = describeEntry(entry)
  if (paymentId === null) return name
  return (
    <RowOpener address={paymentAddress?.(paymentId)} onOpen={onPayment && (() => onPayment(paymentId))}>
      {name}
    </RowOpener>
  )
}

function EntryInvoice({ entry: { id, kind, invoice }, onIssue }: EntryProps) {
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

function formatEntryDetails(entry: LedgerEntry): string {
  const { reference, remarks, by, dueDate } = entry
  return [
    describeEntry(entry).label,
    reference,
    dueDate && `due ${formatDate(dueDate)}`,
    remarks,
    by && `by ${by}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const toColumns = (actions: EntryActions): readonly RecordColumn<LedgerEntry>[] => [
  { label: 'Date', look: 'c-num', show: ({ date }) => formatDate(date) },
  {
    label: 'Entry',
    look: 'wide',
    show: (entry) => (
      <>
        <EntryName entry={entry} {...actions} />
        <div className="beneath">{formatEntryDetails(entry)}</div>
        <EntryInvoice entry={entry} {...actions} />
      </>
    ),
  },
  { label: 'Amount', look: 'c-num right', show: ({ amount }) => pesos(amount) },
  { label: 'Balance', look: 'c-num right', show: ({ balance }) => <b>{formatBalance(balance)}</b> },
]

const toCard = (entry: LedgerEntry, actions: EntryActions): CardWords => ({
  heading: <EntryName entry={entry} {...actions} />,
  words: (
    <>
      <p>{formatEntryDetails(entry)}</p>
      <p className="num">
        <b>{pesos(entry.amount)}</b>, {formatDate(entry.date)}
      </p>
      <p className="num">Balance {formatBalance(entry.balance)}</p>
      <EntryInvoice entry={entry} {...actions} />
    </>
  ),
})

interface LedgerListProps extends Pick<EntryActions, 'onPayment' | 'paymentAddress'> {
  tenantId: number
  page: number
  onPage: (page: number, inPlace?: boolean) => void
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
    <RecordList
      caption="Account ledger"
      query={query}
      things="entries"
      purpose="Statements, payments and charges appear here by themselves."
      filter={{ ...filter, searchTerm: '' }}
      columns={toColumns(actions)}
      card={(entry) => toCard(entry, actions)}
      getName={(entry) => `${describeEntry(entry).name} ${entry.reference}`}
      onPage={onPage}
    />
  )
}
