import { useQuery } from '@tanstack/react-query'
import { api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format-number.ts'
import { formatDate, getToday } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { promptForFields } from '#ui/decisions/prompt-for-fields.tsx'
import { ListSection } from '#ui/list-pages/list-section.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { choice, date, text, wholeNumber } from '@tahanan/contract/forms/fields.ts'
import { getTicketTypes } from '@tahanan/contract/lists/filters.ts'
import type { DueRule, Holiday } from '@tahanan/contract/settings/answers.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { DUE_TIMES, holidaysQuery, refetchDueTimes, rulesQuery } from './due-calls.ts'

const STALE_QUERIES = [[DUE_TIMES]]

/**
 * Services that can be chosen. Format of `value`: `module`, or `module:type` for one type of the module's
 * tickets.
 */
const SERVICE_OPTIONS = MODULES.flatMap((module) => [
  { value: module.name, label: module.title },
  ...getTicketTypes(module).map(({ value, label }) => ({
    value: `${module.name}:${value}`,
    label: `${module.title}: ${label}`,
  })),
])

const formatService = ({ module, type }: DueRule): string => {
  const key = type === null ? module : `${module}:${type}`
  return SERVICE_OPTIONS.find(({ value }) => value === key)?.label ?? key
}

const RULE_COLUMNS: readonly TableColumn<DueRule>[] = [
  { label: 'Service', look: 'wide', renderCell: formatService },
  { label: 'Office Hours', look: 'c-num', renderCell: ({ hours }) => hours },
]

const toRuleCard = (rule: DueRule): CardContent => ({
  heading: formatService(rule),
  words: <p className="num">{formatCount(rule.hours, 'office hour', 'office hours')}</p>,
})

const HOURS_MESSAGE = 'Please input whole office hours, from 1 to 2000.'
const HOURS_FIELD = wholeNumber({
  label: 'Office hours',
  required: HOURS_MESSAGE,
  notNumberMessage: HOURS_MESSAGE,
  notWholeMessage: HOURS_MESSAGE,
})
const RULE_TITLE = 'By when is a ticket due?'

async function addRule(): Promise<void> {
  const serviceField = choice(SERVICE_OPTIONS, {
    label: 'Service',
    variant: 'select',
    required: 'Please choose a service.',
  })
  const addDialogText = { title: RULE_TITLE, okText: 'Add', name: 'Counted from its filing' }
  const isAdded = await promptForFields(
    { fields: { module: serviceField, hours: HOURS_FIELD } },
    addDialogText,
    (rule) => {
      const [name, type = null] = String(rule.module).split(':')
      return api.post('/due-rule', { module: name, type, hours: rule.hours })
    },
  )
  if (isAdded) toast.success('Due time added successfully.')
  void refetchDueTimes()
}

async function changeRule(rule: DueRule): Promise<void> {
  const editDialogText = { title: RULE_TITLE, okText: 'Save', name: formatService(rule) }
  const isChanged = await promptForFields({ fields: { hours: HOURS_FIELD } }, editDialogText, (hours) =>
    api.put(`/due-rule/${rule.id}`, hours),
  )
  if (isChanged) toast.success('Due time edited successfully.', formatService(rule))
  void refetchDueTimes()
}

/**
 * Section of the rules for due times. A ticket's due time is computed from them, the office hours and the
 * holidays (rules 11.21).
 */
export function DueTimes({ mayEdit }: { mayEdit: boolean }) {
  return (
    <ListSection
      className="services-form"
      title="Due times"
      hint={
        <>
          A new ticket is due this many office hours after it was filed, and late from then on. The rule of a
          type counts before that of its service. A change counts for new tickets.
        </>
      }
      query={useQuery(rulesQuery)}
      noun="due time"
      purpose="Without one, no ticket is ever late."
      columns={RULE_COLUMNS}
      card={toRuleCard}
      getName={formatService}
      mayEdit={mayEdit}
      onAdd={() => void addRule()}
      onEdit={(rule) => void changeRule(rule)}
      getPath={({ id }) => `/due-rule/${id}`}
      lossWarning="Due times of earlier tickets stay."
      staleQueries={STALE_QUERIES}
    />
  )
}

const HOLIDAY_COLUMNS: readonly TableColumn<Holiday & { id: number }>[] = [
  { label: 'Date', look: 'c-num', renderCell: ({ date: day }) => formatDate(day) },
  { label: 'Name', look: 'wide', renderCell: ({ name }) => name },
]

const toHolidayCard = ({ date: day, name }: Holiday): CardContent => ({
  heading: name,
  words: <p className="num">{formatDate(day)}</p>,
})

async function addHoliday(): Promise<void> {
  const holidayFields = {
    date: date({ label: 'Date', required: 'Please input a date.' }),
    name: text({ label: 'Name', max: 100, required: 'Please input a name.' }),
  }
  const holidayDialogText = {
    title: 'When is the office closed?',
    okText: 'Add',
    name: 'A day without office hours',
  }
  const isAdded = await promptForFields({ fields: holidayFields }, holidayDialogText, (holiday) =>
    api.post('/holiday', holiday),
  )
  if (isAdded) toast.success('Holiday added successfully.')
  void refetchDueTimes()
}

async function addHolidaysOfYear(): Promise<void> {
  const yearMessage = 'Please input a year.'
  const yearField = wholeNumber({
    label: 'Year',
    required: yearMessage,
    notNumberMessage: yearMessage,
    notWholeMessage: yearMessage,
  })
  const yearDialogText = {
    title: 'Add the holidays of which year?',
    okText: 'Add',
    name: `It is ${getToday().slice(0, 4)}`,
  }
  let count = 0
  const isSent = await promptForFields({ fields: { year: yearField } }, yearDialogText, async (body) => {
    count = (await api.post<{ added: number }>('/philippine-holidays', body)).added
  })
  if (isSent)
    toast.success(
      count > 0 ? `${formatCount(count, 'holiday', 'holidays')} added.` : 'They are there already.',
    )
  void refetchDueTimes()
}

/** Section of the holidays, which are days without office hours (rules 11.20). */
export function Holidays({ mayEdit }: { mayEdit: boolean }) {
  return (
    <ListSection
      className="services-form"
      title="Holidays"
      hint={
        <>
          Days without office hours. Those that the law fixes are added for a year at once; proclaimed ones
          are entered by hand.
        </>
      }
      query={useQuery(holidaysQuery)}
      noun="holiday"
      purpose="On a holiday no office hours pass."
      columns={HOLIDAY_COLUMNS}
      card={toHolidayCard}
      getName={({ name, date: day }) => `${name}, ${formatDate(day)}`}
      mayEdit={mayEdit}
      onAdd={() => void addHoliday()}
      getPath={({ date: day }) => `/holiday/${day}`}
      staleQueries={STALE_QUERIES}
      buttons={
        <Button kind="quiet" onClick={() => void addHolidaysOfYear()}>
          Add those of a year
        </Button>
      }
    />
  )
}
