import { lazy, Suspense } from 'react'
import { instantOf, wallNow, wallOf } from '../../lib/time.ts'
import type { FieldControlProps } from './field.tsx'
import { Input } from './input.tsx'
import { useIsTouch } from '../use-media.ts'

export interface DateTimeFieldProps extends FieldControlProps {
  /** ISO 8601; shown and taken on the community's clock. */
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** False for a date alone; its instant is then midnight in the community. */
  withTime?: boolean
  /** Days before today cannot be chosen (rules 4.24). */
  noPast?: boolean
  /** Days after today cannot be chosen. */
  noFuture?: boolean
  /** Hours that can be chosen, both included: a reservation's 6 to 21. */
  hours?: readonly [first: number, last: number]
  /** Minutes up to here can be chosen, 0 to 59: a reservation's 29. */
  lastMinute?: number
  disabled?: boolean
  placeholder?: string
  onBlur?: () => void
}

// the desk's picker weighs as much as the rest of a page, so it comes when a field is on a desk
const DeskDateTime = lazy(() => import('./desk-date-time.tsx').then((m) => ({ default: m.DeskDateTime })))

/** A date, or date and time: the device's own picker where there is a finger, Ant Design's on a desk. */
export function DateTimeField(props: DateTimeFieldProps) {
  const touch = useIsTouch()
  if (touch) return <TouchDateTime {...props} />
  return (
    <Suspense
      fallback={
        // the label belongs to it already, so that nobody meets a field without a name meanwhile
        <Input
          id={props.id}
          aria-busy
          disabled
          value={(wallOf(props.value) ?? '').slice(0, props.withTime === false ? 10 : 16)}
          readOnly
        />
      }
    >
      <DeskDateTime {...props} />
    </Suspense>
  )
}

function TouchDateTime({
  value,
  onChange,
  withTime = true,
  noPast,
  noFuture,
  hours: _hours,
  lastMinute: _lastMinute,
  ...rest
}: DateTimeFieldProps) {
  const length = withTime ? 16 : 10
  const written = (wallOf(value) ?? '').slice(0, length).replace(' ', 'T')
  return (
    <Input
      {...rest}
      type={withTime ? 'datetime-local' : 'date'}
      value={written}
      min={noPast ? wallNow().slice(0, 10) + (withTime ? 'T00:00' : '') : undefined}
      max={noFuture ? wallNow().slice(0, 10) + (withTime ? 'T23:59' : '') : undefined}
      onChange={(event) => onChange(instantOf(event.target.value))}
    />
  )
}
