import { type ReactNode, useId, useState } from 'react'
import type { PickedTenant } from '#features/tenants/tenant-options.ts'
import { TenantPicker } from '#features/tenants/tenant-picker.tsx'
import type { AddressFilters } from '#lib/address/list-filters.ts'
import { Button } from '#ui/controls/button.tsx'
import { DayField } from '#ui/controls/day-field.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input, NativeSelect } from '#ui/controls/input.tsx'
import { SegmentedControl } from '#ui/controls/segmented-control.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { isPeriod } from '@tahanan/contract/lists/address.ts'
import { NO_ASSIGNEE_ID, UNIT_LENGTH } from '@tahanan/contract/lists/filters.ts'
import type { OfficeList } from '@tahanan/contract/lists/office-lists.ts'
import { PERIOD_OPTIONS, formatStatus } from './create-filter-chips.ts'

const CUSTOM_PERIOD = 'own'

interface FilterFormProps {
  office: OfficeList
  chosenFilters: AddressFilters
  me: number
  assignees: readonly { id: number; name: string }[]
  tenant: PickedTenant | undefined
  mayPickTenant: boolean
  onApply: (filters: AddressFilters, tenant: PickedTenant | undefined) => void
}

export function FilterForm(props: FilterFormProps) {
  const { office, chosenFilters, me, assignees, mayPickTenant, onApply } = props
  const [draft, setDraft] = useState(chosenFilters)
  const [tenant, setTenant] = useState(props.tenant)
  const changeDraft = (next: AddressFilters): void =>
    setDraft((previousFilters) => ({ ...previousFilters, ...next }))
  const hasFilter = (key: (typeof office.filters)[number]): boolean => office.filters.includes(key)
  const isWrong = Boolean(draft.from && draft.to && draft.from > draft.to)
  const isTooLong = (draft.unit ?? '').trim().length > UNIT_LENGTH
  const otherAssignees = assignees.filter(({ id }) => id !== me)
  return (
    <SubmitForm
      className="filter-form stack"
      onSubmit={() => {
        if (!isWrong && !isTooLong) onApply(omitEmpty(draft), tenant)
      }}
    >
      {hasFilter('statuses') && (
        <StatusFields
          office={office}
          statuses={draft.statuses}
          onChange={(statuses) => changeDraft({ statuses })}
        />
      )}
      {hasFilter('from') && (
        <DayFields office={office} draft={draft} isWrong={isWrong} onChange={changeDraft} />
      )}
      {office.choices.map(({ key, label, options }) => (
        <Field key={key} label={label}>
          <NativeSelect
            value={draft[key] ?? ''}
            options={options}
            onChange={({ target }) => changeDraft({ [key]: target.value })}
          >
            <option value="">Any</option>
          </NativeSelect>
        </Field>
      ))}
      {mayPickTenant && (
        <Field label="Tenant">
          <TenantPicker
            value={tenant}
            onChange={(pickedTenant) => {
              setTenant(pickedTenant)
              changeDraft({ tenantId: pickedTenant && String(pickedTenant.id) })
            }}
          />
        </Field>
      )}
      {hasFilter('unit') && (
        <Field label="Unit" help="How the unit or client code begins.">
          <Input
            value={draft.unit ?? ''}
            limit={UNIT_LENGTH}
            autoComplete="off"
            onChange={({ target }) => changeDraft({ unit: target.value })}
          />
        </Field>
      )}
      {hasFilter('assigneeId') && (
        <Field label="Assigned to">
          <NativeSelect
            value={draft.assigneeId ?? ''}
            options={[
              { value: String(me), label: 'Me' },
              { value: NO_ASSIGNEE_ID, label: 'Nobody' },
              ...otherAssignees.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ target }) => changeDraft({ assigneeId: target.value })}
          >
            <option value="">Anybody</option>
          </NativeSelect>
        </Field>
      )}
      {hasFilter('late') && (
        <CheckLine
          checked={draft.late === '1'}
          onCheck={(isChecked) => changeDraft({ late: isChecked ? '1' : undefined })}
        >
          Only what is late
        </CheckLine>
      )}
      <div className="row">
        <Button kind="quiet" onClick={() => onApply({}, undefined)}>
          Clear all
        </Button>
        <span className="spacer" />
        <Button kind="primary" type="submit">
          Show
        </Button>
      </div>
    </SubmitForm>
  )
}

const omitEmpty = (filters: AddressFilters): AddressFilters =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([key, value]) => (value?.trim() ? [[key, value.trim()]] : [])),
  )

interface StatusFieldsProps {
  office: OfficeList
  statuses: string | undefined
  onChange: (statuses: string | undefined) => void
}

function StatusFields({ office, statuses = '', onChange }: StatusFieldsProps) {
  const chosenStatuses = statuses.split(',').filter(Boolean)
  const allStatuses = office.statuses.map(({ status }) => String(status))
  return (
    <fieldset className="field">
      <legend className="label">Status</legend>
      <div className="checks">
        {office.statuses.map(({ status, label }) => (
          <CheckLine
            key={status}
            checked={chosenStatuses.includes(String(status))}
            onCheck={(isChecked) =>
              onChange(
                allStatuses
                  .filter((listedStatus) =>
                    listedStatus === String(status) ? isChecked : chosenStatuses.includes(listedStatus),
                  )
                  .join(','),
              )
            }
          >
            {formatStatus(label)}
          </CheckLine>
        ))}
      </div>
    </fieldset>
  )
}

interface CheckLineProps {
  checked: boolean
  onCheck: (isChecked: boolean) => void
  children: ReactNode
}

function CheckLine({ checked, onCheck, children }: CheckLineProps) {
  return (
    <label className="check-line row">
      <input
        type="checkbox"
        className="check"
        checked={checked}
        onChange={({ target }) => onCheck(target.checked)}
      />
      {children}
    </label>
  )
}

interface DayFieldsProps {
  office: OfficeList
  draft: AddressFilters
  isWrong: boolean
  onChange: (filters: AddressFilters) => void
}

function DayFields({ office, draft, isWrong, onChange }: DayFieldsProps) {
  const id = useId()
  const { period, from, to, by } = draft
  const [isOwn, setOwn] = useState(Boolean(from ?? to))
  return (
    <div className="field">
      <label htmlFor={id}>Date</label>
      <NativeSelect
        id={id}
        value={isOwn ? CUSTOM_PERIOD : (period ?? '')}
        options={[...PERIOD_OPTIONS, { value: CUSTOM_PERIOD, label: 'Own days' }]}
        onChange={({ target: { value } }) => {
          setOwn(value === CUSTOM_PERIOD)
          onChange({ period: isPeriod(value) ? value : undefined, from: undefined, to: undefined })
        }}
      >
        <option value="">Any</option>
      </NativeSelect>
      {isOwn && (
        <div className="days">
          <Field label="From">
            <DayField value={from ?? ''} onChange={(day) => onChange({ from: day })} />
          </Field>
          <Field label="To" error={isWrong ? 'This is before the first day.' : undefined}>
            <DayField value={to ?? ''} onChange={(day) => onChange({ to: day })} />
          </Field>
        </div>
      )}
      {office.mainDate !== undefined && (isOwn || period) && (
        <SegmentedControl
          aria-label="Which date"
          options={[
            { value: '', label: office.createdLabel },
            { value: 'main', label: office.mainDate },
          ]}
          value={by ?? ''}
          onChange={(value) => onChange({ by: value })}
        />
      )}
    </div>
  )
}
