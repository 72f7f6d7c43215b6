import { lazy, Suspense } from 'react'
import { instantOf, today, wallOf } from '#lib/time.ts'
import { useIsTouch } from '../use-media.ts'
import type { DateTimeFieldProps } from './date-time-props.ts'
import { Input } from './input.tsx'

// The desktop picker is as large as the rest of a page, so it loads with the first field.
const DeskDateTime = lazy(() => import('./desk-date-time.tsx'))

/** A date, or date and time: the device's own picker on touch screens, a calendar on a desktop. */
export function DateTimeField(props: DateTimeFieldProps) {
  const touch = useIsTouch()
  if (touch) return <TouchDateTime {...props} />
  return (
    <Suspense
      fallback={
        // A placeholder with the label, so that the field is never without a name.
        <Input
          id={props.id}
          aria-busy
          disabled
          value={wallOf(props.value)?.slice(0, props.withTime === false ? 10 : 16) ?? props.value ?? ''}
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
  onLeave,
  withTime = true,
  noPast,
  noFuture,
  hours: _hours,
  lastMinute: _lastMinute,
  ...rest
}: DateTimeFieldProps) {
  const length = withTime ? 16 : 10
  const localValue = (wallOf(value) ?? '').slice(0, length).replace(' ', 'T')
  return (
    <Input
      {...rest}
      type={withTime ? 'datetime-local' : 'date'}
      value={localValue}
      min={noPast ? today() + (withTime ? 'T00:00' : '') : undefined}
      max={noFuture ? today() + (withTime ? 'T23:59' : '') : undefined}
      onChange={(event) => onChange(instantOf(event.target.value))}
      onBlur={onLeave}
    />
  )
}
