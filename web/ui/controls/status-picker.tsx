import { Select } from 'antd'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { AntdTheme } from '../theme/antd-theme.tsx'
import { useIsPhone } from '../use-media.ts'
import type { FieldControlProps } from './field.tsx'
import { StatusTag } from '../status-tag.tsx'

interface StatusPickerProps extends FieldControlProps {
  value: number
  /** Statuses that the server lets this administrator choose. */
  choices: readonly number[]
  /** Renders a status; a ticket's tag by default. */
  tagOf?: (status: number) => ReactNode
  disabled?: boolean
  onChange: (status: number) => void
}

/** The status choice of an edit form, each as its tag. */
export function StatusPicker({
  value,
  choices,
  tagOf = ticketTag,
  disabled,
  onChange,
  ...aria
}: StatusPickerProps) {
  const shown = [...new Set([...choices, value])].toSorted()
  return (
    <AntdTheme density={useIsPhone() ? 'comfort' : 'compact'}>
      <Select<number>
        {...aria}
        suffixIcon={<ChevronDown className="i sm" aria-hidden />}
        className="w-full status-picker"
        disabled={disabled}
        value={value}
        // the present status is shown even where it could not be chosen again
        options={shown.map((status) => ({ value: status, label: tagOf(status) }))}
        // all in sight
        listHeight={shown.length * 48}
        onChange={onChange}
      />
    </AntdTheme>
  )
}

const ticketTag = (status: number): ReactNode => <StatusTag status={status} wording="edit" />
