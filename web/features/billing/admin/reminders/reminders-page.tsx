import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { formatPesos } from '#lib/money.ts'
import { formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { DataList } from '#ui/list-pages/data-list.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { useOpenId } from '#ui/panels/open-id.ts'
import { QueryState } from '#ui/query-state.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'
import type { ReminderBatch } from '@tahanan/contract/billing/reminder-answers.ts'
import '#ui/list-pages/styles.ts'
import { reminderBatchesQuery, firstReminderKindQuery } from './calls.ts'
import { describeReminderKind, describeReminderOutcomes } from './describe-reminder.ts'
import { NewReminders, useHasNewReminders } from './new-reminders.tsx'
import './reminders.css'
import { SentReminders } from './sent-reminders.tsx'

const COLUMNS: readonly TableColumn<ReminderBatch>[] = [
  {
    label: 'Sent',
    look: 'c-num',
    isRowOpener: true,
    renderCell: ({ created_at }) => formatDateTime(created_at),
  },
  { label: 'Reminder', renderCell: describeReminderKind },
  { label: 'By', look: 'wide', renderCell: ({ by }) => by },
  { label: 'Amount', look: 'c-num right', renderCell: ({ amount }) => formatPesos(amount) },
  { label: 'Outcome', look: 'wide', renderCell: describeReminderOutcomes },
]

const toCard = (batch: ReminderBatch): CardContent => ({
  heading: describeReminderKind(batch),
  words: (
    <>
      <p className="num">
        {formatDateTime(batch.created_at)}, {batch.by}
      </p>
      <p className="num">
        <b>{formatPesos(batch.amount)}</b>
      </p>
      <p>{describeReminderOutcomes(batch)}</p>
    </>
  ),
})

/** Page with the sent batches of reminders and a form for a new batch (rules 20.6). */
export default function RemindersPage() {
  const phone = useIsPhone()
  const [isNew, setNew] = useState(useHasNewReminders())
  const { openId, setOpenId, getLink } = useOpenId('id')
  const { filter, openPage, resize } = useListParams()
  const { page, limit } = filter
  const query = useQuery(reminderBatchesQuery({ page, limit }))
  const firstKindQuery = useQuery(firstReminderKindQuery(isNew))
  const addAction = { label: 'New reminders', onPress: () => setNew(true) }
  return (
    <div className="office reminders">
      <PageHead title="Reminders" action={phone ? { ...addAction, icon: Plus } : undefined} />
      <div className="office-tools row">
        <p className="help">Reminds tenants of what is due, by mail and in the portal.</p>
        <span className="spacer" />
        {!phone && (
          <Button kind="primary" icon={Plus} busy={firstKindQuery.isFetching} onClick={addAction.onPress}>
            {addAction.label}
          </Button>
        )}
      </div>
      <DataList
        caption="Sent reminders"
        query={query}
        filter={filter}
        onPage={openPage}
        onResize={resize}
        pluralNoun="reminders"
        purpose="Reminders mail tenants what is due. Each batch is kept here, with what became of each."
        emptyAction={<Button onClick={addAction.onPress}>Write the first reminders</Button>}
        columns={COLUMNS}
        card={toCard}
        getName={(batch) => `${describeReminderKind(batch)}, ${formatDateTime(batch.created_at)}`}
        getLink={getLink}
      />
      {isNew && firstKindQuery.isError && (
        <QueryState query={firstKindQuery} title="We could not load who can be reminded" />
      )}
      {isNew && firstKindQuery.data && (
        <NewReminders
          first={firstKindQuery.data}
          onClose={() => setNew(false)}
          onSent={(id) => {
            setNew(false)
            setOpenId(id)
          }}
        />
      )}
      {openId !== undefined && <SentReminders id={openId} onClose={() => setOpenId(undefined)} />}
    </div>
  )
}
