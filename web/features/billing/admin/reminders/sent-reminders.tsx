import { isNotFound } from '#lib/api/api.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDate, formatDateTime } from '#lib/time.ts'
import { DataList } from '#ui/list-pages/data-list.tsx'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { ReminderLine } from '@tahanan/contract/billing/reminder-answers.ts'
import { REMINDER_OUTCOMES } from '@tahanan/contract/billing/reminders.ts'
import { TENANT_COLUMNS, renderTenantHeading } from '../../tenant-columns.tsx'
import { usePagedQuery } from '../../use-paged-query.ts'
import { reminderBatchQuery } from './calls.ts'
import { describeReminderKind, describeReminderOutcomes } from './describe-reminder.ts'

function formatOutcome({ outcome, reason }: ReminderLine): string {
  if (outcome === null) return 'Waiting'
  const defaultReason =
    outcome === 'settled' ? 'Nothing left to pay' : outcome === 'reminded' ? 'Reminded before' : ''
  return [REMINDER_OUTCOMES[outcome], reason || defaultReason].filter(Boolean).join(': ')
}

const formatDueDay = ({ dueDate }: ReminderLine): string => (dueDate === null ? '' : formatDate(dueDate))

const COLUMNS: readonly TableColumn<ReminderLine>[] = [
  ...TENANT_COLUMNS,
  { label: 'Amount', look: 'c-num right', renderCell: ({ amount }) => formatPesos(amount) },
  { label: 'Due', look: 'c-num', renderCell: formatDueDay },
  { label: 'Outcome', look: 'wide', renderCell: formatOutcome },
]

const toCard = (line: ReminderLine): CardContent => ({
  heading: renderTenantHeading(line),
  words: (
    <>
      <p className="num">
        <b>{formatPesos(line.amount)}</b> {formatDueDay(line)}
      </p>
      <p>{formatOutcome(line)}</p>
    </>
  ),
})

/** Details of a sent batch of reminders, with a row per tenant (rules 20.9). */
export function SentReminders({ id, onClose }: { id: number; onClose: () => void }) {
  const list = usePagedQuery((filter) => reminderBatchQuery(id, filter))
  const { query } = list
  const batch = query.data?.batch
  const sheetProps = { place: 'box', width: 1000, title: 'Reminders', onClose } as const
  if (!batch || isNotFound(query.error))
    return <LoadingSheet {...sheetProps} query={query} subject="these reminders" />
  return (
    <Sheet {...sheetProps} subtitle={describeReminderKind(batch)}>
      <div className="reminders">
        <Facts
          facts={[
            ['Sent', formatDateTime(batch.created_at)],
            ['By', batch.by],
            ['Amount', formatPesos(batch.amount)],
            [
              'Outcome',
              <span key="outcome" role="status">
                {describeReminderOutcomes(batch)}
              </span>,
            ],
            [
              'Text',
              <span key="text" className="letter">
                {batch.text}
              </span>,
            ],
          ]}
          wide={['Outcome', 'Text']}
        />
        {batch.waiting > 0 && (
          <progress value={batch.total - batch.waiting} max={batch.total} aria-label="Reminders sent" />
        )}
        <DataList
          caption="Reminded tenants"
          {...list}
          pluralNoun="tenants"
          purpose="This batch has no tenants any more."
          columns={COLUMNS}
          card={toCard}
          getName={({ clientCode }) => clientCode}
        />
      </div>
    </Sheet>
  )
}
