import '#ui/layers/popup.css'
import { Combobox } from '@base-ui/react/combobox'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, LoaderCircle } from 'lucide-react'
import { type UIEvent, useEffect, useRef, useState } from 'react'
import type { FieldControlProps } from '#ui/controls/field.tsx'
import { useTopLayer } from '#ui/layers/layer.tsx'
import { type PickedTenant, tenantLabel, tenantsQuery } from './tenant-options.ts'

/** Debounce of the search in milliseconds (rules 3.11). */
const LOOK_UP_MS = 700

interface TenantPickerProps extends FieldControlProps {
  value: PickedTenant | undefined
  disabled?: boolean
  onChange: (tenant: PickedTenant | undefined) => void
}

/** Finds a tenant by code or name and loads more on scrolling. An empty term clears the value. */
export function TenantPicker({ value, disabled, onChange, ...aria }: TenantPickerProps) {
  const [term, setTerm] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = useInfiniteQuery(tenantsQuery(term))
  const lookUp = (typed: string, wait: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setTerm(typed.trim()), wait)
  }
  const loadNearEnd = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent): void => {
    const nearEnd = scrollHeight - scrollTop - clientHeight < clientHeight
    if (nearEnd && hasNextPage && !isFetching) void fetchNextPage()
  }
  const nothing = isError
    ? 'The tenants could not be looked up'
    : isFetching
      ? 'Looking…'
      : term === ''
        ? 'Type a name or client code'
        : 'Nobody found'
  const Icon = isFetching ? LoaderCircle : ChevronDown
  return (
    <Combobox.Root<PickedTenant>
      items={term === '' ? (value ? [value] : []) : (data ?? [])}
      filter={null}
      disabled={disabled}
      value={value ?? null}
      itemToStringLabel={tenantLabel}
      isItemEqualToValue={(one, other) => one.id === other.id}
      onInputValueChange={(typed, { reason }) => {
        if (reason === 'input-change') lookUp(typed, typed.trim() === '' ? 0 : LOOK_UP_MS)
      }}
      onValueChange={(tenant) => onChange(tenant ?? undefined)}
    >
      <Combobox.InputGroup className="input">
        <Combobox.Input {...aria} placeholder="Type a name or client code" />
        <Icon className={isFetching ? 'small spin' : 'small'} />
      </Combobox.InputGroup>
      <Combobox.Portal container={useTopLayer()}>
        <Combobox.Positioner sideOffset={4}>
          <Combobox.Popup className="popup" onScroll={loadNearEnd}>
            <Combobox.Empty className="subtle">{nothing}</Combobox.Empty>
            <Combobox.List>
              {(tenant: PickedTenant) => (
                <Combobox.Item key={tenant.id} value={tenant} className="popup-option">
                  {tenantLabel(tenant)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
