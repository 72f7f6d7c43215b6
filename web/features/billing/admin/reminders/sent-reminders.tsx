import { isNotFound } from '#lib/api/api.ts'
import { pesos } from '#lib/money.ts'
import { formatDate, formatDateTime } from '#lib/time.ts'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import { WaitingSheet } from '#ui/list-pages/waiting-sheet.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { Facts } from '#ui/values/facts.tsx'
import type { ReminderLine } from '@tahanan/contract/billing/reminder-answers.ts'
import { REMINDER_OUTCOMES } from '@tahanan/contract/billing/reminders.ts'
import { TENANT_COLUMNS, renderTenantHeading } from '../../tenant-words.tsx'
import { usePaged } from '../../use-paged.ts'
import { batchQuery } from './calls.ts'
import { describeKind, describeOutcomes } from './reminder-words.ts'

function formatOutcome({ outcome, reason }: ReminderLine): string {
  if (outcome === null) return 'Waiting'
  const defaultReason =
    outcome === 'settled' ? 'Nothing left to pay' : outcome === 'reminded' ? 'Reminded before' : ''
  return [REMINDER_OUTCOMES[outcome], reason || defaultReason].filter(Boolean).join(': ')
}

const formatDueDay = ({ dueDate }: ReminderLine): string => (dueDate === null ? '' : formatDate(dueDate))

const COLUMNS: readonly RecordColumn<ReminderLine>[] = [
  ...TENANT_COLUMNS,
  { label: 'Amount', look: 'c-num right', show: ({ amount }) => pesos(amount) },
  { label: 'Due', look: 'c-num', show: formatDueDay },
  { label: 'Outcome', look: 'wide', show: formatOutcome },
]

const toCard = (line: ReminderLine): CardWords => ({
  heading: renderTenantHeading(line),
  words: (
    <>
      <p className="num">
        <b>{pesos(line.amount)}</b> {formatDueDay(line)}
      </p>
      <p>{formatOutcome(line)}</p>
    </>
  ),
})

/** Details of a sent batch of reminders, with a row per tenant (rules 20.9). */
export function SentReminders({ id, onClose }: { id: number; onClose: () => void }) {
  const list = usePaged((filter) => batchQuery(id, filter))
  const { query } = list
  const batch = query.data?.batch
  const sheet = { place: 'box', width: 1000, title: 'Reminders', onClose } as const
  if (!batch || isNotFound(query.error))
    return <WaitingSheet {...sheet} query={query} thing="these reminders" />
  return (
    <Sheet {...sheet} subtitle={describeKind(batch)}>
      <div className="reminders">
        <Facts
          facts={[
            ['Sent', formatDateTime(batch.created_at)],
            ['By', batch.by],
            ['Amount', pesos(batch.amount)],
            [
              'Outcome',
              <span key="outcome" role="status">
                {describeOutcomes(batch)}
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
        <RecordList
          caption="Reminded tenants"
          {...list}
          things="tenants"
          purpose="This batch has no tenants any more."
          columns={COLUMNS}
          card={toCard}
          getName={({ clientCode }) => clientCode}
        />
      </div>
    </Sheet>
  )
}
