import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '#lib/api/api.ts'
import { useLoginName } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { slicePage } from '#lib/api/row-queries.ts'
import { formatCount } from '#lib/format-number.ts'
import { formatPesos } from '#lib/money.ts'
import { formatDate, formatLongDay } from '#lib/time.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Field } from '#ui/controls/field.tsx'
import { Input, TextArea } from '#ui/controls/input.tsx'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import { loadDraft } from '#ui/forms/drafts.ts'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import { DataList } from '#ui/list-pages/data-list.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { BALANCE_LABELS } from '@tahanan/contract/billing/balance.ts'
import type { ReminderBatch } from '@tahanan/contract/billing/reminder-answers.ts'
import {
  fillReminderText,
  PLACEHOLDERS,
  MAX_REMINDER_DAYS,
  REMINDER_KINDS,
  REMINDERS,
  reminderForm,
  type ReminderKind,
} from '@tahanan/contract/billing/reminders.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { sumAmounts } from '@tahanan/contract/money.ts'
import { TENANT_COLUMNS, renderTenantHeading } from '../../tenant-columns.tsx'
import { reminderPreviewQuery, REMINDERS_KEY } from './calls.ts'
import {
  type TenantChoice,
  DEFAULT_CHOICE,
  type KindWithDays,
  type DueTenantRow,
  toSelection,
} from './tenant-choice.ts'

const formatLastReminded = ({ lastReminded, reminded }: DueTenantRow): string =>
  lastReminded === null ? '' : `${formatDate(lastReminded)}${reminded ? ', of this' : ''}`

const COLUMNS: readonly TableColumn<DueTenantRow>[] = [
  ...TENANT_COLUMNS,
  { label: 'Amount', look: 'c-num right', renderCell: ({ amount }) => formatPesos(amount) },
  { label: 'Due', look: 'c-num', renderCell: ({ dueDate }) => formatDate(dueDate) },
  {
    label: BALANCE_LABELS.leftToPay,
    look: 'c-num right',
    renderCell: ({ leftToPay }) => formatPesos(leftToPay),
  },
  { label: 'Mail', renderCell: ({ hasMail }) => (hasMail ? 'Yes' : 'None') },
  { label: 'Last Reminded', look: 'c-num', renderCell: formatLastReminded },
]

const toCard = (row: DueTenantRow): CardContent => ({
  heading: renderTenantHeading(row),
  words: (
    <>
      <p className="num">
        <b>{formatPesos(row.amount)}</b> of {formatPesos(row.leftToPay)}, {formatDate(row.dueDate)}
      </p>
      {!row.hasMail && <p>No mail address</p>}
      {row.lastReminded !== null && <p>Last reminded {formatLastReminded(row)}</p>}
    </>
  ),
})

const DRAFT_NAME = 'new reminders'

const getDefaultValues = (kind: ReminderKind, days: number = REMINDERS[kind].days) => ({
  days: kind === 'on' ? '' : String(days),
  text: REMINDERS[kind].text,
})

export const useHasNewReminders = (): boolean => loadDraft(useLoginName(), DRAFT_NAME) !== undefined

/** Form of a new batch of reminders: kind, text and tenants (rules 20.7). */
export function NewReminders({
  first,
  onClose,
  onSent,
}: {
  first: KindWithDays
  onClose: () => void
  onSent: (batchId: number) => void
}) {
  const [openedKind] = useState(first)
  const { form, close, forgetDraft } = useFormWithDraft({
    name: DRAFT_NAME,
    form: reminderForm,
    writer: 'admin',
    action: 'create',
    start: {
      ...getDefaultValues(openedKind.kind, openedKind.days),
      kind: openedKind.kind,
      choice: DEFAULT_CHOICE,
    },
    onClose,
  })
  const { kind, days, text, choice } = form.values as {
    kind: ReminderKind
    days: string
    text: string
    choice: TenantChoice
  }
  const { errors } = form
  const [page, setPage] = useState(1)
  const count = Number(days)
  const hasValidDays = kind === 'on' || (Number.isInteger(count) && count >= 1 && count <= MAX_REMINDER_DAYS)
  const filter = { page, limit: LIMITS.pageSize }
  const query = useQuery({
    ...reminderPreviewQuery(kind, kind === 'on' || !hasValidDays ? 1 : count),
    enabled: hasValidDays,
    select: ({ data, ...rest }) => {
      const allDueTenants = data.map((row): DueTenantRow => ({ ...row, id: row.tenantId }))
      return { ...rest, all: allDueTenants, ...slicePage(allDueTenants, filter) }
    },
  })
  const selection = toSelection(query.data?.all ?? [], choice, (next) => form.set('choice', next))
  const amount = sumAmounts(selection.rows.map((row) => row.amount))
  const tenantsText = formatCount(selection.count, 'tenant', 'tenants')
  const [sample] = selection.rows
  const start = getDefaultValues(kind, kind === openedKind.kind ? openedKind.days : undefined)
  const isTyped = { days: kind !== 'on' && days !== start.days, text: text !== start.text }

  const chooseKind = (next: ReminderKind): void => {
    form.set('kind', next)
    if (!isTyped.days) form.set('days', getDefaultValues(next).days)
    if (!isTyped.text) form.set('text', getDefaultValues(next).text)
    form.set('choice', DEFAULT_CHOICE)
    setPage(1)
  }
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () =>
      api.post<ReminderBatch>('/reminder-batch', {
        kind,
        ...(kind !== 'on' && { days: count }),
        text,
        tenantIds: selection.rows.map(({ id }) => id),
        again: selection.rows.flatMap(({ id, reminded }) => (reminded ? [id] : [])),
      }),
    meta: { handles: [400] },
  })
  const submit = useNonOverlappingCall(async () => {
    if (!form.check()) return
    const noMail = selection.rows.filter(({ hasMail }) => !hasMail).length
    const withoutMailText =
      noMail > 0 ? `; ${noMail.toLocaleString('en')} without an address only the notice` : ''
    const isConfirmed = await confirm({
      title: `Remind ${tenantsText}?`,
      content: `${formatPesos(amount)} in all. Each gets a notice in the portal and a mail${withoutMailText}.`,
      okText: 'Send',
    })
    if (!isConfirmed) return
    try {
      const { id } = await mutateAsync()
      void queryClient.invalidateQueries({ queryKey: REMINDERS_KEY })
      forgetDraft()
      onSent(id)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.status === 400) form.showErrors(failure.errors)
    }
  })
  return (
    <SheetForm
      id={form.id}
      place="box"
      width={1000}
      title="New reminders"
      className="reminders new-reminders stack gap-4"
      submitLabel={`Send to ${tenantsText}`}
      busy={isPending}
      disabled={selection.count === 0 || !hasValidDays}
      dirty={isTyped.days || isTyped.text || choice !== form.before.choice}
      onClose={close}
      onSubmit={submit}
    >
      {form.isDraftRestored && form.dirty && <DraftNote />}
      <SegmentedControl
        aria-label="Reminder"
        options={REMINDER_KINDS.map((value) => ({ value, label: REMINDERS[value].label }))}
        value={kind}
        onChange={chooseKind}
      />
      {kind !== 'on' && (
        <Field
          label={kind === 'before' ? 'Days until due, at most' : 'Days overdue, at least'}
          required
          error={hasValidDays ? errors.days : `Please input 1 to ${MAX_REMINDER_DAYS} days.`}
        >
          <Input
            name="days"
            inputMode="numeric"
            value={days}
            onChange={(event) => {
              form.set('days', event.target.value)
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
          limit={LIMITS.reminder}
          value={text}
          onChange={(event) => form.set('text', event.target.value)}
        />
      </Field>
      {sample && (
        <blockquote className="letter">
          {fillReminderText(text, {
            name: sample.uoccname,
            clientCode: sample.clientCode,
            amount: formatPesos(sample.amount),
            dueDate: formatLongDay(sample.dueDate),
            leftToPay: formatPesos(sample.leftToPay),
          })}
        </blockquote>
      )}
      {query.data?.mailLeaves === false && (
        <p className="callout">This portal sends no mail yet: tenants are reminded in the portal only.</p>
      )}
      {hasValidDays && (
        <>
          <p role="status">
            <b>{`${tenantsText}, ${formatPesos(amount)}`}</b>
            {query.data &&
              selection.count < query.data.total &&
              ` of ${formatCount(query.data.total, 'tenant', 'tenants')}`}
            {errors.tenantIds && ` ${errors.tenantIds}`}
          </p>
          <DataList
            caption="Tenants to remind"
            query={query}
            pluralNoun="tenants"
            emptyTitle="Nobody to remind"
            purpose="Nobody has anything to pay that is due on these days."
            filter={{ ...filter, searchTerm: '' }}
            columns={COLUMNS}
            card={toCard}
            getName={({ clientCode }) => clientCode}
            selection={selection}
            onPage={setPage}
          />
        </>
      )}
    </SheetForm>
  )
}
