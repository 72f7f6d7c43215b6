import { useQuery } from '@tanstack/react-query'
import { PreparedAnswers } from '#features/conversation/office/prepared-answers.tsx'
import { apiQuery } from '#lib/api/api-query.ts'
import './system-parameters.css'
import { api } from '#lib/api/api.ts'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { pesos, readAmount } from '#lib/money.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { TableHead } from '#ui/lists/table-head.tsx'
import { inform } from '#ui/overlays/dialogs.ts'
import { QueryState } from '#ui/query-state.tsx'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import type { ServiceType } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { DueTimes } from './due-times.tsx'

// A form starts with the currently saved values.
const settingsQuery = apiQuery<ServiceSetting[]>(
  ['system-parameter-settings'],
  '/system-parameter-settings',
  {},
  { staleTime: 0 },
)

/** Services with their balance limits (rules 11.8), and what due times are computed from (rules 11.21). */
export default function SystemParameterSettings() {
  const query = useQuery(settingsQuery)
  const mayEdit = allows(useAdmin().roles, 'utilities', 'edit')
  if (query.data)
    return (
      <div className="parameters">
        <ServicesForm saved={query.data} mayEdit={mayEdit} />
        <DueTimes mayEdit={mayEdit} />
        <PreparedAnswers mayEdit={mayEdit} />
      </div>
    )
  return (
    <QueryState query={query} title="We could not load the settings">
      <RecordSkeleton count={8} />
    </QueryState>
  )
}

/** Formats an amount for its input; empty for the column's maximum, which means no limit (rules 4.20). */
const typed = (amount: number): string => (amount >= LIMITS.money ? '' : String(amount))

interface Row {
  status: number
  amount: string
}
type Rows = Readonly<Record<ServiceType, Row>>

const rowsOf = (saved: readonly ServiceSetting[]) =>
  Object.fromEntries(
    saved.map(({ type, status, amount }) => [type, { status, amount: typed(amount) }]),
  ) as Rows

const entriesOf = (rows: Partial<Rows>) => Object.entries(rows) as [ServiceType, Row][]

/** Normalizes a typed amount: `1500.50` and `1,500.5` are equal; invalid text stays. */
const amountOf = ({ amount }: Row) => readAmount(amount).amount ?? amount
const sameRow = (one: Row, other: Row): boolean =>
  one.status === other.status && amountOf(one) === amountOf(other)

const serviceName = (type: ServiceType): string =>
  MODULES.find(({ setting, route }) => setting === type && route !== null)?.title ?? type

function ServicesForm({ saved, mayEdit }: { saved: readonly ServiceSetting[]; mayEdit: boolean }) {
  const form = useSettingsForm({
    saved: rowsOf(saved),
    same: sameRow,
    check: (_, changes) =>
      Object.fromEntries(
        entriesOf(changes).flatMap(([type, { amount }]) => {
          const { problem } = readAmount(amount)
          return problem ? [[type, problem]] : []
        }),
      ),
    send: async (changes) => {
      const services = entriesOf(changes).map(([type, { status, amount }]) => ({
        type,
        status,
        amount: readAmount(amount).amount ?? LIMITS.money,
      }))
      await api.post('/system-parameter-setting', { services })
      queryClient.setQueryData(settingsQuery.queryKey, (known) =>
        known?.map((row) => ({ ...row, ...services.find(({ type }) => type === row.type) })),
      )
      void queryClient.invalidateQueries(settingsQuery)
      void inform('success', 'Success', 'You have successfully updated the services')
    },
    // The index in `services.3.amount` is that of the sent changes.
    nameOf: (field, changes) => Object.keys(changes)[Number(field.split('.')[1])] ?? field,
  })
  const { errors } = form
  const change = (type: ServiceType, part: Partial<Row>): void => {
    form.change({ [type]: { ...form.values[type], ...part } })
    form.clearErrors()
  }

  return (
    <SubmitForm className="services-form" onSubmit={(element) => void form.submit(element)}>
      <p className="lead">
        A resident who owes the minimum amount or more cannot ask for the service, and nobody can while it is
        inactive. Changes take effect at once, also for residents who are logged in.
      </p>
      <div className="panel">
        <table className="table folds">
          <caption className="visually-hidden">Services</caption>
          <TableHead columns={['Service', 'Minimum amount', 'Active']} />
          <tbody>
            {entriesOf(form.values).map(([type, { status, amount }]) => {
              const name = serviceName(type)
              const error = errors[type]
              const read = readAmount(amount).amount
              return (
                <tr key={type}>
                  <th scope="row">{name}</th>
                  <td className="amount">
                    <Input
                      className="figure"
                      name={type}
                      inputMode="decimal"
                      aria-label={`Minimum amount of ${name}`}
                      aria-invalid={error !== undefined || undefined}
                      aria-describedby={`${type}-help`}
                      placeholder="No limit"
                      value={amount}
                      disabled={!mayEdit}
                      onChange={(event) => change(type, { amount: event.target.value })}
                    />
                    <FieldMessage
                      id={`${type}-help`}
                      error={error}
                      help={
                        amount.trim() === ''
                          ? 'Never closed by a balance'
                          : read !== undefined && `Closed from ${pesos(read)}`
                      }
                    />
                  </td>
                  <td>
                    <Switch
                      label="Active"
                      aria-label={`Active: ${name}`}
                      on={status === RECORD_STATUS.active}
                      disabled={!mayEdit}
                      onChange={(on) => change(type, { status: on ? 1 : 0 })}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {mayEdit && (
        <div className="acts">
          <Button kind="primary" type="submit" busy={form.busy} disabled={!form.isChanged}>
            Update Services
          </Button>
          {form.isChanged && (
            <Button
              kind="quiet"
              onClick={() => {
                form.undo()
                form.clearErrors()
              }}
            >
              Undo changes
            </Button>
          )}
        </div>
      )}
    </SubmitForm>
  )
}
