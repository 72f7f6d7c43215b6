import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { PreparedAnswers } from '#features/conversation/office/prepared-answers.tsx'
import { api } from '#lib/api/api.ts'
import './system-parameters.css'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { useAdmin } from '#lib/api/me.ts'
import { formatPesos, parseAmount } from '#lib/money.ts'
import { toText } from '#lib/record-values.ts'
import { FieldMessage } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { SettingsForm } from '#ui/forms/settings-form.tsx'
import { useSettingsForm } from '#ui/forms/use-settings-form.ts'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { TableHead } from '#ui/lists/table-head.tsx'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { QueryState } from '#ui/query-state.tsx'
import { type Field, type Form, money, switchField } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import type { ServiceSetting } from '@tahanan/contract/settings/answers.ts'
import { RECORD_STATUS } from '@tahanan/contract/statuses.ts'
import { SERVICE_TYPES, type ServiceType } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { officeHoursQuery } from './due-calls.ts'
import { DueTimes, Holidays } from './due-times.tsx'
import { OfficeHoursForm } from './office-hours-form.tsx'

const settingsQuery = createApiQuery<ServiceSetting[]>(
  ['system-parameter-settings'],
  '/system-parameter-settings',
  {},
  { staleTime: 0 },
)

/** Page of the services with their balance limits (rules 11.8), the due rules, and the prepared answers. */
export default function SystemParameterSettings() {
  const query = useQuery(settingsQuery)
  const mayEdit = rolesAllow(useAdmin().roles, 'utilities', 'edit')
  if (!query.data)
    return (
      <QueryState query={query} title="We could not load the settings">
        <RecordSkeleton count={8} />
      </QueryState>
    )
  return (
    <div className="parameters stack gap-6">
      <nav className="anchors row" aria-label="Sections">
        {SECTIONS.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {title}
          </a>
        ))}
      </nav>
      <div id="services" ref={scrollToIfLinked}>
        <ServicesForm savedServices={query.data} mayEdit={mayEdit} />
      </div>
      {SECTIONS.map(
        ({ id, Content }) =>
          Content && (
            <div key={id} id={id} ref={scrollToIfLinked}>
              <Content mayEdit={mayEdit} />
            </div>
          ),
      )}
    </div>
  )
}

const SECTIONS: readonly { id: string; title: string; Content?: ComponentType<{ mayEdit: boolean }> }[] = [
  { id: 'services', title: 'Services' },
  { id: 'due-times', title: 'Due times', Content: DueTimes },
  { id: 'office-hours', title: 'Office hours', Content: OfficeHoursSection },
  { id: 'holidays', title: 'Holidays', Content: Holidays },
  { id: 'prepared-answers', title: 'Prepared answers', Content: PreparedAnswers },
]

function OfficeHoursSection({ mayEdit }: { mayEdit: boolean }) {
  const hours = useQuery(officeHoursQuery)
  return hours.data ? (
    <OfficeHoursForm savedHours={hours.data} mayEdit={mayEdit} />
  ) : (
    <QueryState query={hours} title="We could not load the office hours" />
  )
}

/**
 * Scrolls to the section of the URL's fragment. Browsers do this themselves only if the element is in the
 * initial HTML.
 */
function scrollToIfLinked(section: HTMLElement | null): void {
  if (section && location.hash === `#${section.id}`) section.scrollIntoView()
}

const getStatusKey = (type: ServiceType) => `${type} status`

const formatServiceName = (type: ServiceType): string =>
  MODULES.find(({ setting, route }) => setting === type && route !== null)?.title ?? type

const servicesForm: Form = {
  fields: Object.fromEntries(
    SERVICE_TYPES.flatMap((type): [string, Field][] => [
      [type, money({ label: `Minimum amount of ${formatServiceName(type)}` })],
      [getStatusKey(type), switchField({ label: `Active: ${formatServiceName(type)}`, initial: 1 })],
    ]),
  ),
}

/**
 * Converts the settings to form values. An amount equal to the column's maximum means no limit and is shown
 * as empty (rules 4.20).
 */
const toFormValues = (settings: readonly ServiceSetting[]) =>
  Object.fromEntries(
    settings.flatMap(({ type, status, amount }) => [
      [type, amount >= LIMITS.money ? null : amount],
      [getStatusKey(type), status],
    ]),
  )

const getChangedTypes = (changes: Details) =>
  SERVICE_TYPES.filter((type) => Object.hasOwn(changes, type) || Object.hasOwn(changes, getStatusKey(type)))

function ServicesForm({
  savedServices,
  mayEdit,
}: {
  savedServices: readonly ServiceSetting[]
  mayEdit: boolean
}) {
  const form = useSettingsForm({
    name: 'services',
    form: servicesForm,
    saved: toFormValues(savedServices),
    readOnly: !mayEdit,
    send: (changes) =>
      api.post('/system-parameter-setting', {
        services: getChangedTypes(changes).map((type) => ({
          type,
          status: changes[getStatusKey(type)],
          amount: Object.hasOwn(changes, type) ? (changes[type] ?? LIMITS.money) : undefined,
        })),
      }),
    staleQueries: [settingsQuery.queryKey],
    onSaved: () => void showMessage('success', 'Success', 'You have successfully updated the services'),
    // In a field name such as `services.3.amount`, the index refers to the changed (sent) services, not to
    // all.
    getName: (field, changes) => getChangedTypes(changes)[Number(field.split('.')[1])] ?? field,
  })
  return (
    <SettingsForm
      form={form}
      className="services-form"
      title="Services"
      submitLabel="Update Services"
      readOnly={!mayEdit}
    >
      <p className="lead">
        A resident who owes the minimum amount or more cannot ask for the service, and nobody can while it is
        inactive. Changes take effect at once, also for residents who are logged in.
      </p>
      <div className="panel">
        <table className="table folds">
          <caption className="visually-hidden">Services</caption>
          <TableHead columns={['Service', 'Minimum Amount', 'Active']} />
          <tbody>
            {savedServices.map(({ type }) => {
              const amount = toText(form.values[type])
              const name = formatServiceName(type)
              const error = form.errors[type]
              const parsedAmount = parseAmount(amount).amount
              return (
                <tr key={type}>
                  <th scope="row">{name}</th>
                  <td className="amount">
                    <Input
                      className="figure"
                      inputMode="decimal"
                      aria-label={`Minimum amount of ${name}`}
                      aria-invalid={error !== undefined || undefined}
                      aria-describedby={`${type}-help`}
                      placeholder="No limit"
                      value={amount}
                      disabled={!mayEdit}
                      onChange={({ target }) =>
                        form.set(type, target.value.replace(/^₱\s*/, '').replaceAll(',', ''))
                      }
                    />
                    <FieldMessage
                      id={`${type}-help`}
                      error={error}
                      help={
                        amount.trim() === ''
                          ? 'Never closed by a balance'
                          : parsedAmount !== undefined && `Closed from ${formatPesos(parsedAmount)}`
                      }
                    />
                  </td>
                  <td>
                    <Switch
                      label="Active"
                      aria-label={`Active: ${name}`}
                      on={form.values[getStatusKey(type)] === RECORD_STATUS.active}
                      disabled={!mayEdit}
                      onChange={(on) => form.set(getStatusKey(type), on ? 1 : 0)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </SettingsForm>
  )
}
