import { DatePicker } from 'antd'
import type { ReactNode } from 'react'
import dayjs, { type Dayjs } from 'dayjs'
import { instantOf, wallNow, wallOf } from '../../lib/time.ts'
import { AntdTheme } from '../theme/antd-theme.tsx'
import type { DateTimeFieldProps } from './date-time-props.ts'

const MINUTE = 'YYYY-MM-DD HH:mm'
const DAY = 'YYYY-MM-DD'
/** Shown first; typed with seconds it is taken as well. */
const FORMATS = [MINUTE, 'YYYY-MM-DD HH:mm:ss']

// The picker works on its own clock without a zone: we hand it wall times and take wall times back.
const onTheClock = (wall: string | undefined): Dayjs | null => (wall === undefined ? null : dayjs(wall))

const between = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, step) => from + step)

/** Ant Design's columns of hours and minutes scroll, so they must be reachable by keyboard. */
function reachable(panel: HTMLElement | null): void {
  for (const column of panel?.querySelectorAll('ul') ?? []) column.tabIndex = 0
}

const withReachableColumns = (panel: ReactNode): ReactNode => <div ref={reachable}>{panel}</div>

/** The picker of `DateTimeField` on a desk. Import it lazily. */
export default function DeskDateTime({
  value,
  onChange,
  withTime = true,
  noPast,
  noFuture,
  hours,
  lastMinute = 59,
  id,
  disabled,
  placeholder,
  onBlur,
  ...aria
}: DateTimeFieldProps) {
  const today = wallNow().slice(0, 10)
  const take = (picked: Dayjs | null): void =>
    onChange(picked ? instantOf(picked.format(withTime ? MINUTE : DAY)) : undefined)
  return (
    <AntdTheme>
      <DatePicker
        id={id}
        {...aria}
        className="w-full"
        disabled={disabled}
        placeholder={placeholder ?? (withTime ? MINUTE : DAY)}
        status={aria['aria-invalid'] ? 'error' : undefined}
        format={withTime ? FORMATS : DAY}
        needConfirm={withTime}
        // what the pointer passes over is not what was picked
        previewValue={false}
        showNow={hours === undefined}
        value={onTheClock(wallOf(value))}
        minDate={noPast ? dayjs(today) : undefined}
        maxDate={noFuture ? dayjs(today) : undefined}
        showTime={withTime && { format: 'HH:mm', defaultOpenValue: dayjs(`${today} 09:00:00`) }}
        disabledTime={() => ({
          disabledHours: () => (hours ? [...between(0, hours[0]), ...between(hours[1] + 1, 24)] : []),
          disabledMinutes: () => between(lastMinute + 1, 60),
        })}
        onChange={(picked) => take(picked)}
        panelRender={withReachableColumns}
        // each step counts at once: whoever picks a day and goes on to Submit has picked it
        onCalendarChange={(picked) => take(Array.isArray(picked) ? (picked[0] ?? null) : picked)}
        onBlur={onBlur}
        onKeyDown={(event) => {
          // Enter takes the date that was typed; it must not send the half-filled form around it as well
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
    </AntdTheme>
  )
}
