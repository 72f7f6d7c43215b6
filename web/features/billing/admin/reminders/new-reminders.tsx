import { useMutation, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { api, ApiError, firstMessages } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { pageOf } from '#lib/api/records.ts'
import { formatCount } from '#lib/format-number.ts'
import { pesos } from '#lib/money.ts'
import { showDate, showLongDay } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input, TextArea } from '#ui/controls/input.tsx'
import { Segments } from '#ui/controls/segments.tsx'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import type { ListSelection } from '#ui/list-pages/selection.ts'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { Sheet, SheetCancel } from '#ui/overlays/sheet.tsx'
import { BALANCE_WORDS } from '@tahanan/contract/billing/balance.ts'
import type { DueTenant, ReminderBatch } from '@tahanan/contract/billing/reminder-answers.ts'
import {
  fillReminder,
  PLACEHOLDERS,
  REMINDER_DAYS,
  REMINDER_KINDS,
  REMINDERS,
  type ReminderKind,
} from '@tahanan/contract/billing/reminders.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { sumOf } from '@tahanan/contract/money.ts'
import { TENANT_COLUMNS, tenantHeading } from '../../tenant-words.tsx'
import { previewQuery, REMINDERS_KEY } from './calls.ts'

type Listed = DueTenant & { id: number }

const lastWords = ({ lastReminded, reminded }: DueTenant): string =>
  lastReminded === null ? '' : `${showDate(lastReminded)}${reminded ? ', of this' : ''}`

const COLUMNS: readonly RecordColumn<Listed>[] = [
  ...TENANT_COLUMNS,
  { label: 'Amount', look: 'c-num right', show: ({ amount }) => pesos(amount) },
  { label: 'Due', look: 'c-num', show: ({ dueDate }) => showDate(dueDate) },
  { label: BALANCE_WORDS.leftToPay, look: 'c-num right', show: ({ leftToPay }) => pesos(leftToPay) },
  { label: 'Mail', show: ({ hasMail }) => (hasMail ? 'Yes' : 'None') },
  { label: 'Last reminded', look: 'c-num', show: lastWords },
]

const cardOf = (row: Listed): CardWords => ({
  heading: tenantHeading(row),
  words: (
    <>
      <p className="num">
        <b>{pesos(row.amount)}</b> of {pesos(row.leftToPay)}, {showDate(row.dueDate)}
      </p>
      {!row.hasMail && <p>No mail address</p>}
      {row.lastReminded !== null && <p>Last reminded {lastWords(row)}</p>}
    </>
  ),
})

/** Selection of tenants: by default all who were not reminded, changed by ticking. */
function useChosen(rows: readonly Listed[]): ListSelection & { rows: Listed[]; reset: () => void } {
  const [toggledIds, setToggledIds] = useState<ReadonlySet<number>>(new Set())
  const isChosen = ({ id, reminded }: Listed) => toggledIds.has(id) === reminded
  const chosen = rows.filter(isChosen)
  const ids = new Set(chosen.map(({ id }) => id))
  const toggle = (of: readonly number[]): void => {
    const these = new Set(of)
    setToggledIds((before) => new Set([...before, ...these].filter((id) => before.has(id) !== these.has(id))))
  }
  return {
    rows: chosen,
    count: ids.size,
    isAll: ids.size === rows.length,
    csv: { ids: [...ids] },
    has: (id) => ids.has(id),
    toggle: (these) => {
      const off = these.filter((id) => !ids.has(id))
      toggle(off.length > 0 ? off : these)
    },
    chooseAll: () => toggle(rows.filter((row) => !isChosen(row)).map(({ id }) => id)),
    clear: () => toggle([...ids]),
    reset: () => setToggledIds(new Set()),
  }
}

/** Form of a new batch: kind, text and tenants of a reminder (rules 20.7). */
export function NewReminders(props: { onClose: () => void; onSent: (batchId: number) => void }) {
  const [kind, setKind] = useState<ReminderKind>('before')
  const [days, setDays] = useState(String(REMINDERS.before.days))
  const [text, setText] = useState<string>(REMINDERS.before.text)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [page, setPage] = useState(1)
  const count = Number(days)
  const areDays = kind === 'on' || (Number.isInteger(count) && count >= 1 && count <= REMINDER_DAYS)
  const filter = { page, limit: LIMITS.pageSize }
  const query = useQuery({
    ...previewQuery(kind, kind === 'on' || !areDays ? 1 : count),
    enabled: areDays,
    select: ({ data, ...rest }) => {
      const all = data.map((row): Listed => ({ ...row, id: row.tenantId }))
      return { ...rest, all, ...pageOf(all, filter) }
    },
  })
  const chosen = useChosen(query.data?.all ?? [])
  const amount = sumOf(chosen.rows.map((row) => row.amount))
  const who = formatCount(chosen.count, 'tenant', 'tenants')
  const [first] = chosen.rows

  const begin = (next: ReminderKind): void => {
    setKind(next)
    setDays(String(REMINDERS[next].days))
    setText(REMINDERS[next].text)
    setErrors({})
    setPage(1)
    chosen.reset()
  }
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.post<ReminderBatch>('/reminder-batch', {
        kind,
        ...(kind !== 'on' && { days: count }),
        text,
        tenantIds: chosen.rows.map(({ id }) => id),
        again: chosen.rows.flatMap(({ id, reminded }) => (reminded ? [id] : [])),
      }),
    meta: { handles: [400] },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: REMINDERS_KEY })
      props.onSent(id)
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.status === 400) setErrors(firstMessages(failure.errors))
    },
  })
  const ask = async (): Promise<void> => {
    const noMail = chosen.rows.filter(({ hasMail }) => !hasMail).length
    const withoutMail =
      noMail > 0 ? `; ${noMail.toLocaleString('en')} without an address the notice alone` : ''
    const isConfirmed = await confirm({
      title: `Remind ${who}?`,
      content: `${pesos(amount)} in all. Each gets a notice in the portal and a mail${withoutMail}.`,
      okText: 'Send',
    })
    if (isConfirmed) mutate()
  }
  return (
    <Sheet
      place="box"
      width={1000}
      title="New reminders"
      onClose={props.onClose}
      footer={
        <>
          <SheetCancel />
          <Button
            kind="primary"
            icon={Send}
            busy={isPending}
            disabled={chosen.count === 0 || !areDays}
            onClick={() => void ask()}
          >
            {`Send to ${who}`}
          </Button>
        </>
      }
    >
      <div className="reminders new-reminders">
        <Segments
          aria-label="Reminder"
          options={REMINDER_KINDS.map((value) => ({ value, label: REMINDERS[value].label }))}
          value={kind}
          onChange={begin}
        />
        {kind !== 'on' && (
          <Field
            label={kind === 'before' ? 'Due within so many days' : 'Overdue by so many days or more'}
            required
            error={areDays ? errors.days : `Please input 1 to ${REMINDER_DAYS} days.`}
          >
            <Input
              name="days"
              inputMode="numeric"
              maxLength={2}
              value={days}
              onChange={(event) => {
                setDays(event.target.value)
                setPage(1)
              }}
            />
          </Field>
        )}
        <Field
          label="Text"
          required
          error={errors.text}
          help={`Words in {braces} are filled in for each tenant: ${PLACEHOLDERS.join(', ')}.`}
        >
          <TextArea
            name="text"
            rows={5}
            maxLength={LIMITS.reminder}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setErrors({})
            }}
          />
        </Field>
        {first && (
          <blockquote className="letter">
            {fillReminder(text, {
              name: first.uoccname,
              clientCode: first.clientCode,
              amount: pesos(first.amount),
              dueDate: showLongDay(first.dueDate),
              leftToPay: pesos(first.leftToPay),
            })}
          </blockquote>
        )}
        {query.data?.mailLeaves === false && (
          <p className="callout">This portal sends no mail yet: tenants are reminded in the portal only.</p>
        )}
        {areDays && (
          <>
            <p role="status">
              <b>{`${who}, ${pesos(amount)}`}</b>
              {query.data &&
                chosen.count < query.data.total &&
                ` of ${formatCount(query.data.total, 'tenant', 'tenants')}`}
              {errors.tenantIds && ` ${errors.tenantIds}`}
            </p>
            <RecordList
              caption="Tenants to remind"
              query={query}
              things="tenants"
              purpose="Nobody has anything to pay that is due on these days."
              filter={{ ...filter, searchTerm: '' }}
              columns={COLUMNS}
              card={cardOf}
              nameOf={({ clientCode }) => clientCode}
              selection={chosen}
              onPage={setPage}
            />
          </>
        )}
      </div>
    </Sheet>
  )
}
