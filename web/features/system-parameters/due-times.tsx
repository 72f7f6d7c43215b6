import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { api } from '#lib/api/api.ts'
import { today } from '#lib/time.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { askFields } from '#ui/decisions/ask-fields.tsx'
import { TableHead } from '#ui/lists/table-head.tsx'
import { confirmDelete } from '#ui/overlays/dialogs.ts'
import { QueryState } from '#ui/query-state.tsx'
import { When } from '#ui/values/when.tsx'
import { choice, date, text, wholeNumber } from '@tahanan/contract/forms/fields.ts'
import { typesOf } from '@tahanan/contract/lists/filters.ts'
import type { DueRule, Holiday } from '@tahanan/contract/settings/answers.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { holidaysQuery, officeHoursQuery, rulesQuery, saveChange } from './due-calls.ts'
import { OfficeHoursForm } from './office-hours-form.tsx'

/** Due rules, office hours and holidays, from which due times of tickets are computed (rules 11.21). */
export function DueTimes({ mayEdit }: { mayEdit: boolean }) {
  const rules = useQuery(rulesQuery)
  const hours = useQuery(officeHoursQuery)
  const holidays = useQuery(holidaysQuery)
  const failed = [rules, hours, holidays].find(({ data }) => data === undefined)
  if (!rules.data || !hours.data || !holidays.data)
    return failed && <QueryState query={failed} title="We could not load the due times" />
  return (
    <>
      <Rules rules={rules.data} mayEdit={mayEdit} />
      <OfficeHoursForm saved={hours.data.week} mayEdit={mayEdit} />
      <Holidays holidays={holidays.data} mayEdit={mayEdit} />
    </>
  )
}

/** Services and their types that a rule can be for; the value is the module, and the type after a colon. */
const SERVICES = MODULES.flatMap((module) => [
  { value: module.name, label: module.title },
  ...typesOf(module).map(({ value, label }) => ({
    value: `${module.name}:${value}`,
    label: `${module.title}: ${label}`,
  })),
])

const serviceOf = ({ module, type }: DueRule): string => {
  const key = type === null ? module : `${module}:${type}`
  return SERVICES.find(({ value }) => value === key)?.label ?? key
}

const HOURS = wholeNumber({
  label: 'Office hours',
  required: 'Please input whole office hours, from 1 to 2000.',
  notNumber: 'Please input whole office hours, from 1 to 2000.',
  notWhole: 'Please input whole office hours, from 1 to 2000.',
})

async function addRule(): Promise<void> {
  const service = choice(SERVICES, { label: 'Service', look: 'select', required: 'Please choose a service.' })
  const words = { title: 'By when is a ticket due?', okText: 'Add', name: 'Counted from its filing' }
  const answer = await askFields({ fields: { service, hours: HOURS } }, words)
  if (!answer) return
  const [module, type = null] = String(answer.service).split(':')
  await saveChange(() => api.post('/due-rule', { module, type, hours: answer.hours }), 'Due rule added')
}

async function changeRule(rule: DueRule): Promise<void> {
  const words = { title: 'By when is a ticket due?', okText: 'Save', name: serviceOf(rule) }
  const answer = await askFields({ fields: { hours: HOURS } }, words)
  if (answer) await saveChange(() => api.put(`/due-rule/${rule.id}`, answer), 'Due rule changed')
}

async function removeRule(rule: DueRule): Promise<void> {
  if (await confirmDelete({ name: serviceOf(rule), loss: 'Due times of earlier tickets stay.' }))
    await saveChange(() => api.delete(`/due-rule/${rule.id}`), 'Due rule deleted')
}

function Rules({ rules, mayEdit }: { rules: readonly DueRule[]; mayEdit: boolean }) {
  return (
    <section className="services-form" aria-labelledby="due-rules">
      <h2 id="due-rules">Due times</h2>
      <p className="lead">
        A new ticket is due this many office hours after it was filed, and late from then on. The rule of a
        type counts before that of its service. A change counts for new tickets.
      </p>
      {rules.length > 0 && (
        <div className="panel">
          <table className="table">
            <caption className="visually-hidden">Due times</caption>
            <TableHead columns={['Service', 'Office hours']} right={['Office hours']} actions={mayEdit} />
            <tbody>
              {rules.map((rule) => (
                <tr key={rule.id}>
                  <th scope="row">{serviceOf(rule)}</th>
                  <td className="num right">{rule.hours}</td>
                  {mayEdit && (
                    <td className="right">
                      <IconButton
                        icon={Pencil}
                        label={`Change ${serviceOf(rule)}`}
                        onClick={() => void changeRule(rule)}
                      />
                      <IconButton
                        icon={Trash2}
                        label={`Delete ${serviceOf(rule)}`}
                        onClick={() => void removeRule(rule)}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mayEdit && (
        <div className="acts">
          <Button icon={Plus} onClick={() => void addRule()}>
            Add due time
          </Button>
        </div>
      )}
    </section>
  )
}

async function addHoliday(): Promise<void> {
  const fields = {
    date: date({ label: 'Date', required: 'Please input a date.' }),
    name: text({ label: 'Name', max: 100, required: 'Please input a name.' }),
  }
  const words = { title: 'When is the office closed?', okText: 'Add', name: 'A day without office hours' }
  const answer = await askFields({ fields }, words)
  if (answer) await saveChange(() => api.post('/holiday', answer), 'Holiday added')
}

async function removeHoliday({ date: day, name }: Holiday): Promise<void> {
  if (await confirmDelete({ name: `${name}, ${day}` }))
    await saveChange(() => api.delete(`/holiday/${day}`), 'Holiday deleted')
}

function Holidays({ holidays, mayEdit }: { holidays: readonly Holiday[]; mayEdit: boolean }) {
  const year = Number(today().slice(0, 4))
  return (
    <section className="services-form" aria-labelledby="holidays">
      <h2 id="holidays">Holidays</h2>
      <p className="lead">
        Days without office hours. The buttons add those that the law fixes; proclaimed ones are entered by
        hand.
      </p>
      {holidays.length > 0 && (
        <div className="panel">
          <table className="table">
            <caption className="visually-hidden">Holidays</caption>
            <TableHead columns={['Date', 'Name']} actions={mayEdit} />
            <tbody>
              {holidays.map((holiday) => (
                <tr key={holiday.date}>
                  <th scope="row">
                    <When value={holiday.date} day />
                  </th>
                  <td>{holiday.name}</td>
                  {mayEdit && (
                    <td className="right">
                      <IconButton
                        icon={Trash2}
                        label={`Delete ${holiday.name}, ${holiday.date}`}
                        onClick={() => void removeHoliday(holiday)}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {mayEdit && (
        <div className="acts">
          <Button icon={Plus} onClick={() => void addHoliday()}>
            Add holiday
          </Button>
          {[year, year + 1].map((one) => (
            <Button
              key={one}
              kind="quiet"
              onClick={() =>
                void saveChange(
                  () => api.post('/philippine-holidays', { year: one }),
                  `Holidays of ${one} added`,
                )
              }
            >
              Add those of {one}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
}
