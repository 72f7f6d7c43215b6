import { useInfiniteQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FieldControlProps } from '../../ui/controls/field.tsx'
import { AntdTheme } from '../../ui/theme/antd-theme.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { tenantLabel, type TenantOption, tenantsQuery } from './tenant-options.ts'

/** Milliseconds without a key before tenants are looked up (rules 3.11). */
const LOOK_UP_MS = 700

interface TenantPickerProps extends FieldControlProps {
  value: TenantOption | undefined
  disabled?: boolean
  onChange: (tenant: TenantOption | undefined) => void
}

/** Finds a tenant by code or name, more of them as the list is scrolled. An empty term clears it. */
export function TenantPicker({ value, disabled, onChange, ...aria }: TenantPickerProps) {
  const [term, setTerm] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = useInfiniteQuery(tenantsQuery(term))
  const found = term === '' ? [] : (data ?? [])
  const nothing = isError
    ? 'The tenants could not be looked up'
    : isFetching
      ? 'Looking…'
      : term === ''
        ? 'Type a name or client code'
        : 'Nobody found'
  return (
    <AntdTheme density={useIsPhone() ? 'comfort' : 'compact'}>
      <Select<number, { value: number; label: string; tenant: TenantOption }>
        {...aria}
        suffixIcon={<ChevronDown className="i sm" aria-hidden />}
        className="w-full"
        status={aria['aria-invalid'] ? 'error' : undefined}
        placeholder="Type a name or client code"
        disabled={disabled}
        loading={isFetching}
        notFoundContent={nothing}
        onPopupScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          const nearEnd = scrollHeight - scrollTop - clientHeight < clientHeight
          if (nearEnd && hasNextPage && !isFetching) void fetchNextPage()
        }}
        value={value?.id}
        options={(value && !found.some(({ id }) => id === value.id) ? [...found, value] : found).map(
          (tenant) => ({
            value: tenant.id,
            label: tenantLabel(tenant),
            tenant,
          }),
        )}
        showSearch={{
          filterOption: false,
          onSearch: (typed) => {
            clearTimeout(timer.current)
            if (typed.trim() === '') setTerm('')
            else timer.current = setTimeout(() => setTerm(typed.trim()), LOOK_UP_MS)
          },
        }}
        onChange={(_, option) => onChange(Array.isArray(option) ? undefined : option?.tenant)}
      />
    </AntdTheme>
  )
}
