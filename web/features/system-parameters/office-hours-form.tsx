import { api } from '#lib/api/api.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { TableHead } from '#ui/lists/table-head.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import {
  WEEKDAYS,
  WORKDAY,
  type OfficeDay,
  type OfficeWeek,
} from '@tahanan/contract/settings/office-hours.ts'
import { refetchDueTimes } from './due-calls.ts'

type Days = Readonly<Record<string, OfficeDay | null>>

const sameDay = (one: OfficeDay | null | undefined, other: OfficeDay | null | undefined): boolean =>
  one?.opens === other?.opens && one?.closes === other?.closes

/** Form of the office hours by weekday (rules 11.19). */
export function OfficeHoursForm({ saved, mayEdit }: { saved: OfficeWeek; mayEdit: boolean }) {
  const days: Days = Object.fromEntries(saved.map((day, index) => [index, day]))
  const form = useSettingsForm<Days>({
    saved: days,
    same: sameDay,
    check: () => ({}),
    send: async (changes) => {
      const week = Object.values({ ...days, ...changes })
      await api.put('/office-hours', { week })
      await refetchDueTimes()
      toast.success('Office hours saved')
    },
    nameOf: (field) => field.split('.')[1] ?? field,
  })
  const change = (index: number, day: OfficeDay | null): void => {
    form.change({ [index]: day })
    form.clearErrors()
  }
  return (
    <SubmitForm className="services-form" onSubmit={(element) => void form.submit(element)}>
      <h2>Office hours</h2>
      <div className="panel">
        <table className="table folds">
          <caption className="visually-hidden">Office hours</caption>
          <TableHead columns={['Day', 'Hours', 'Open']} />
          <tbody>
            {WEEKDAYS.map((name, index) => {
              const day = form.values[index] ?? null
              const error = form.errors[index]
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td className="amount">
                    {day ? (
                      <span className="row">
                        <Input
                          type="time"
                          name={String(index)}
                          aria-label={`${name} opens`}
                          value={day.opens}
                          disabled={!mayEdit}
                          onChange={({ target }) => change(index, { ...day, opens: target.value })}
                        />
                        <Input
                          type="time"
                          aria-label={`${name} closes`}
                          value={day.closes}
                          disabled={!mayEdit}
                          onChange={({ target }) => change(index, { ...day, closes: target.value })}
                        />
                      </span>
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
                      onChange={(on) => change(index, on ? WORKDAY : null)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <FieldMessage id="week-help" error={form.errors.week} />
      {mayEdit && (
        <div className="acts">
          <Button kind="primary" type="submit" busy={form.busy} disabled={!form.isChanged}>
            Save office hours
          </Button>
        </div>
      )}
    </SubmitForm>
  )
}
