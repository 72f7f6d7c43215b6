import { api } from '#lib/api/api.ts'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { TableHead } from '#ui/lists/table-head.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import type { OfficeHours } from '@tahanan/contract/settings/answers.ts'
import {
  toOfficeDay,
  WEEKDAYS,
  DEFAULT_WORKDAY,
  type OfficeDay,
} from '@tahanan/contract/settings/office-hours.ts'
import { DUE_TIMES } from './due-calls.ts'

type Day = OfficeDay | null | undefined

const describeDay = (day: Day): string => {
  if (!day) return 'No office hours'
  const { opens, closes, breakFrom, breakTo } = toOfficeDay(day)
  return `${opens} to ${closes}${breakFrom === undefined ? '' : `, without ${breakFrom} to ${breakTo}`}`
}

/** The accessible name of a field is the weekday and `name`: 'Monday opens'. */
const TIME_FIELDS = [
  { key: 'opens', label: 'Opens', name: 'opens' },
  { key: 'closes', label: 'Closes', name: 'closes' },
  { key: 'breakFrom', label: 'Lunch from', name: 'lunch from' },
  { key: 'breakTo', label: 'Lunch until', name: 'lunch until' },
] as const

const otherFields = Object.fromEntries(
  WEEKDAYS.map((label, index) => [index, { label, formatValue: (day: unknown) => describeDay(day as Day) }]),
)

/** Form of the office hours by weekday (rules 11.19). */
export function OfficeHoursForm({ savedHours, mayEdit }: { savedHours: OfficeHours; mayEdit: boolean }) {
  const { week, updated_at } = savedHours
  const form = useSettingsForm({
    name: 'office hours',
    form: { fields: {} },
    saved: { ...week, updated_at },
    otherValues: (days) => Object.fromEntries(week.map((_, index) => [index, days[index]])),
    readOnly: !mayEdit,
    send: (changes, version) =>
      api.put('/office-hours', { week: Object.values({ ...week, ...changes }), updated_at: version }),
    staleQueries: [[DUE_TIMES]],
    onSaved: () => toast.success('Office hours saved'),
    getName: (field) => field.split('.')[1] ?? field,
  })
  const changeDay = (index: number, day: OfficeDay | null): void => {
    form.set(String(index), day)
    form.clearErrors('week')
  }
  return (
    <SettingsForm
      form={form}
      otherFields={otherFields}
      className="services-form"
      title="Office hours"
      submitLabel="Save office hours"
      readOnly={!mayEdit}
    >
      <div className="panel">
        <table className="table folds">
          <caption className="visually-hidden">Office hours</caption>
          <TableHead columns={['Day', 'Hours', 'Open']} />
          <tbody>
            {WEEKDAYS.map((name, index) => {
              const day = (form.values[index] as Day) ?? null
              const error = form.errors[index]
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="hours">
                    {day ? (
                      <div className="times">
                        {TIME_FIELDS.map(({ key, label, name: end }) => (
                          <label key={key}>
                            <span>{label}</span>
                            <Input
                              type="time"
                              aria-label={`${name} ${end}`}
                              aria-invalid={error !== undefined || undefined}
                              aria-describedby={`day-${index}-help`}
                              value={day[key] ?? ''}
                              disabled={!mayEdit}
                              onChange={({ target }) => changeDay(index, { ...day, [key]: target.value })}
                            />
                          </label>
                        ))}
                      </div>
                    ) : (
                      <span className="subtle">No office hours</span>
                    )}
                    <FieldMessage id={`day-${index}-help`} error={error} />
                  </td>
                  <td>
                    <Switch
                      label="Open"
                      aria-label={`Open: ${name}`}
                      on={day !== null}
                      disabled={!mayEdit}
                      onChange={(on) => changeDay(index, on ? DEFAULT_WORKDAY : null)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <FieldMessage id="week-help" error={form.errors.week} />
    </SettingsForm>
  )
}
