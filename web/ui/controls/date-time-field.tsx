import { Calendar } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { toInstant, getToday, toCommunityTime } from '#lib/time.ts'
import { useIsTouch } from '../use-media-query.ts'
import type { FieldControlProps } from './field.tsx'
import { Input } from './input.tsx'

// Loaded separately, because the calendar's code is as large as the rest of a page.
const CalendarPopup = lazy(() => import('./calendar-popup.tsx'))

const DATE_TIME_PATTERN = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/
const DAY_PATTERN = /^\d{4}-\d\d-\d\d$/

interface DateTimeFieldProps extends FieldControlProps {
  /** An instant (ISO 8601), which is shown in community time, or the typed text if it is not a date. */
  value: string | undefined
  /** Called with the picked or typed value. The value may be invalid, because the form validates it. */
  onChange: (value: string | undefined) => void
  onLeave?: () => void
  /** False for a date without a time. Its instant is midnight in the community's time zone. */
  withTime?: boolean
  /** Disables days before today (rules 4.24). */
  isPastDisabled?: boolean
  isFutureDisabled?: boolean
  hours?: readonly [first: number, last: number]
  lastMinute?: number
  disabled?: boolean
}

export function DateTimeField(props: DateTimeFieldProps) {
  return useIsTouch() ? <NativeDateTimeField {...props} /> : <CalendarDateTimeField {...props} />
}

function NativeDateTimeField({
  value,
  onChange,
  onLeave,
  withTime = true,
  isPastDisabled,
  isFutureDisabled,
  hours: _hours,
  lastMinute: _lastMinute,
  ...rest
}: DateTimeFieldProps) {
  const expectedLength = withTime ? 16 : 10
  const localValue = (toCommunityTime(value) ?? '').slice(0, expectedLength).replace(' ', 'T')
  return (
    <Input
      {...rest}
      type={withTime ? 'datetime-local' : 'date'}
      value={localValue}
      min={isPastDisabled ? getToday() + (withTime ? 'T00:00' : '') : undefined}
      max={isFutureDisabled ? getToday() + (withTime ? 'T23:59' : '') : undefined}
      onChange={(event) => onChange(toInstant(event.target.value))}
      onBlur={onLeave}
    />
  )
}

function CalendarDateTimeField({
  value,
  onChange,
  onLeave,
  withTime = true,
  isPastDisabled = false,
  isFutureDisabled = false,
  hours = [0, 23],
  lastMinute = 59,
  disabled,
  ...control
}: DateTimeFieldProps) {
  const [open, setOpen] = useState(false)
  const [typedText, setTypedText] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)

  const isDate = value !== undefined && toCommunityTime(value) !== undefined && !DAY_PATTERN.test(value)
  const [day = '', time] = isDate ? (toCommunityTime(value)?.slice(0, 16).split(' ') ?? []) : []
  const displayedText = isDate ? (withTime ? `${day} ${time}` : day) : (value ?? '')

  const handleTyping = (text: string): void => {
    setTypedText(text)
    const wallTime = text.trim()
    const instant = (withTime ? DATE_TIME_PATTERN : DAY_PATTERN).test(wallTime)
      ? toInstant(wallTime)
      : undefined
    onChange(instant ?? (wallTime === '' ? undefined : wallTime))
  }
  return (
    <>
      <div className="input date-time" ref={field}>
        <input
          {...control}
          ref={input}
          autoComplete="off"
          disabled={disabled}
          placeholder={withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
          value={typedText ?? displayedText}
          onClick={() => setOpen(true)}
          onChange={(event) => handleTyping(event.target.value)}
          onBlur={() => {
            setTypedText(undefined)
            onLeave?.()
          }}
          onKeyDown={(event) => {
            const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey || !open)
            if (isSubmit || !['Enter', 'Escape'].includes(event.key) || !open) return
            // While the calendar is open, Enter and Escape close only the calendar. Enter must not submit the
            // form, and Escape must not close the sheet.
            event.preventDefault()
            event.stopPropagation()
            setTypedText(undefined)
            setOpen(false)
          }}
        />
        <button
          type="button"
          aria-label="Choose a date"
          aria-haspopup="dialog"
          aria-expanded={open}
          disabled={disabled}
          onClick={() => setOpen(!open)}
        >
          <Calendar className="small" />
        </button>
      </div>
      <Suspense>
        <CalendarPopup
          open={open}
          onOpenChange={setOpen}
          field={field}
          input={input}
          day={day}
          time={time}
          onPick={(wallTime) => {
            setTypedText(undefined)
            onChange(toInstant(withTime ? wallTime : wallTime.slice(0, 10)))
          }}
          hasTime={withTime}
          isPastDisabled={isPastDisabled}
          isFutureDisabled={isFutureDisabled}
          hours={hours}
          lastMinute={lastMinute}
        />
      </Suspense>
    </>
  )
}
