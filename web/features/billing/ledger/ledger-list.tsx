import '../../../ui/list-pages/styles.ts'
import type { LedgerEntry } from '@tahanan/contract/billing/answers.ts'
import { LEDGER_KINDS } from '@tahanan/contract/billing/ledger.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { owed, pesos } from '../../../lib/money.ts'
import { showDate } from '../../../lib/time.ts'
import type { CardWords, RecordColumn } from '../../../ui/lists/record-table.tsx'
import { RecordList } from '../../../ui/list-pages/record-list.tsx'
import { ledgerQuery } from '../calls.ts'
import { EntryInvoice, useIssueInvoice, type OnIssue } from './entry-invoice.tsx'

interface EntryNameProps {
  entry: LedgerEntry
  /** Opens the payment of an entry; without it none can be opened. */
  onPayment?: (id: number) => void
}

function EntryName({ entry: { kind, paymentId }, onPayment }: EntryNameProps) {
  if (paymentId === null || !onPayment) return LEDGER_KINDS[kind]
  return (
    <button type="button" className="record-number" onClick={() => onPayment(paymentId)}>
      {LEDGER_KINDS[kind]}
    </button>
  )
}

/** Returns what an entry comes from, in words; empty where its kind says all. */
function aboutEntry({ label, reference, remarks, by, dueDate }: LedgerEntry): string {
  return [label, reference, dueDate && `due ${showDate(dueDate)}`, remarks, by && `by ${by}`]
    .filter(Boolean)
    .join(', ')
}

const columnsOf = (onPayment: EntryNameProps['onPayment'], onIssue: OnIssue): RecordColumn<LedgerEntry>[] => [
  { label: 'Date', look: 'c-num', show: ({ date }) => showDate(date) },
  {
    label: 'Entry',
    look: 'wide',
    show: (entry) => (
      <>
        <EntryName entry={entry} onPayment={onPayment} />
        <div className="beneath">{aboutEntry(entry)}</div>
        <EntryInvoice entry={entry} onIssue={onIssue} />
      </>
    ),
  },
  { label: 'Amount', look: 'c-num right', show: ({ amount }) => pesos(amount) },
  { label: 'Balance', look: 'c-num right', show: ({ balance }) => <b>{owed(balance)}</b> },
]

const cardOf = (entry: LedgerEntry, onPayment: EntryNameProps['onPayment'], onIssue: OnIssue): CardWords => ({
  heading: <EntryName entry={entry} onPayment={onPayment} />,
  words: (
    <>
      <p>{aboutEntry(entry)}</p>
      <p className="num">
        <b>{pesos(entry.amount)}</b>, {showDate(entry.date)}
      </p>
      <p className="num">Balance {owed(entry.balance)}</p>
      <EntryInvoice entry={entry} onIssue={onIssue} />
    </>
  ),
})

interface LedgerListProps extends Pick<EntryNameProps, 'onPayment'> {
  tenantId: number
  page: number
  onPage: (page: number, inPlace?: boolean) => void
}

/** A tenant's ledger: each entry with its amount and the balance after it, newest first (rules 16.1). */
export function LedgerList({ tenantId, page, onPage, onPayment }: LedgerListProps) {
  const filter = { page, limit: LIMITS.pageSize }
  const query = useQuery(ledgerQuery(tenantId, filter))
  const issue = useIssueInvoice()
  const onIssue = query.data?.canInvoice ? issue : undefined
  return (
    <RecordList
      caption="Account ledger"
      query={query}
      things="entries"
      purpose="Statements, payments and charges appear here by themselves."
      filter={{ ...filter, searchTerm: '' }}
      columns={columnsOf(onPayment, onIssue)}
      card={(entry) => cardOf(entry, onPayment, onIssue)}
      nameOf={({ kind, reference }) => `${LEDGER_KINDS[kind]} ${reference}`}
      onPage={onPage}
    />
  )
}
