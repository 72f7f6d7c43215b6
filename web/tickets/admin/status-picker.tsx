import { STATUSES, type Status } from '@tahanan/contract/statuses.ts'
import { Select } from 'antd'
import { AntdTheme } from '../../ui/antd-theme.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import type { FieldControlProps } from '../../ui/field.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'

interface StatusPickerProps extends FieldControlProps {
  value: number
  /** What the server lets this administrator choose. */
  choices: readonly Status[]
  disabled?: boolean
  onChange: (status: number) => void
}

/** The status choice of an edit form, each as its tag. */
export function StatusPicker({ value, choices, disabled, onChange, ...aria }: StatusPickerProps) {
  return (
    <AntdTheme density={useIsPhone() ? 'comfort' : 'compact'}>
      <Select<number>
        {...aria}
        className="w-full status-picker"
        disabled={disabled}
        value={value}
        // the present status is shown even where it could not be chosen again
        options={[...new Set<number>([...choices, value])].toSorted().map((status) => ({
          value: status,
          label: <StatusTag status={status} wording="edit" />,
        }))}
        // all six in sight
        listHeight={STATUSES.length * 48}
        onChange={onChange}
      />
    </AntdTheme>
  )
}
