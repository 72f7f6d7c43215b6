import '#ui/layers/popup.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select } from '@base-ui/react/select'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTopLayer } from '#ui/layers/layer.tsx'
import { StatusTag } from '#ui/values/status-tag.tsx'
import type { FieldControlProps } from './field.tsx'

interface StatusPickerProps extends FieldControlProps {
  value: number
  choices: readonly number[]
  renderTag?: (status: number) => ReactNode
  disabled?: boolean
  onChange: (status: number) => void
}

export function StatusPicker(props: StatusPickerProps) {
  const { value, choices, renderTag = renderTicketTag, disabled, onChange, ...aria } = props
  const selectableStatuses = [...new Set([...choices, value])].toSorted()
  return (
    <Select.Root
      modal={false}
      disabled={disabled}
      value={value}
      onValueChange={(status) => {
        if (status !== null) onChange(status)
      }}
    >
      <Select.Trigger {...aria} className="input">
        <Select.Value>{renderTag}</Select.Value>
        <ChevronDown className="small" />
      </Select.Trigger>
      <CSPProvider disableStyleElements>
        <Select.Portal container={useTopLayer()}>
          <Select.Positioner sideOffset={4} alignItemWithTrigger={false}>
            <Select.Popup className="popup">
              {selectableStatuses.map((status) => (
                <Select.Item key={status} value={status} className="popup-option">
                  <Select.ItemText>{renderTag(status)}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </CSPProvider>
    </Select.Root>
  )
}

const renderTicketTag = (status: number): ReactNode => <StatusTag status={status} wording="edit" />
