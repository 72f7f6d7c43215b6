import '#ui/layers/popup.css'
import './calendar.css'
import { Popover } from '@base-ui/react/popover'
import { Calendar, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { instantOf, wallNow, wallOf } from '#lib/time.ts'
import { useTopLayer } from '#ui/layers/layer.tsx'
import { Button } from './button.tsx'
import type { DateTimeFieldProps } from './date-time-props.ts'
import { NativeSelect } from './input.tsx'

/** Years before and after the current one in the calendar. */
const YEARS = 10
const MORNING = '09:00'
const DAY_AND_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/
const DAY = /^\d{4}-\d\d-\d\d$/

const CHEVRONS = { left: ChevronLeft, right: ChevronRight, down: ChevronDown, up: ChevronDown }

function Chevron({ orientation = 'left' }: { orientation?: keyof typeof CHEVRONS }) {
  const Icon = CHEVRONS[orientation]
  return <Icon className="small" />
}

// The calendar uses UTC, so that the browser's zone cannot shift a day.
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`)
const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
const yearsFrom = (day: string, years: number): Date => dateOf(`${Number(day.slice(0, 4)) + years}-01-01`)

const twoDigits = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, step) => String(first + step).padStart(2, '0'))

/** The picker of `DateTimeField` on a desktop. Import it lazily. */
export default function DeskDateTime({
  value,
  onChange,
  onLeave,
  withTime = true,
  noPast = false,
  noFuture = false,
  hours = [0, 23],
  lastMinute = 59,
  disabled,
  ...control
}: DateTimeFieldProps) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLDivElement>(null)

  const today = wallNow().slice(0, 10)
  // Text that is not a date stays as typed.
  const isDate = value !== undefined && wallOf(value) !== undefined && !DAY.test(value)
  const [day = '', time = MORNING] = isDate ? (wallOf(value)?.slice(0, 16).split(' ') ?? []) : []
  const [hour, minute] = time.split(':')
  const hoursOffered = twoDigits(hours[0], hours[1])
  const minutesOffered = twoDigits(0, lastMinute)

  const take = (wallTime: string): void => {
    setTyped(undefined)
    onChange(instantOf(withTime ? wallTime : wallTime.slice(0, 10)))
  }
  const type = (text: string): void => {
    setTyped(text)
    const wallTime = text.trim()
    const instant = (withTime ? DAY_AND_TIME : DAY).test(wallTime) ? instantOf(wallTime) : undefined
    onChange(instant ?? (wallTime === '' ? undefined : wallTime))
  }
  const shown = isDate ? (withTime ? `${day} ${time}` : day) : (value ?? '')

  return (
    <Popover.Root
      open={open}
      onOpenChange={(opens, { reason, event }) => {
        const isInField = event.target instanceof Node && field.current?.contains(event.target)
        if (opens || reason !== 'outside-press' || !isInField) setOpen(opens)
      }}
    >
      <div className="input date-time" ref={field}>
        <input
          {...control}
          ref={input}
          autoComplete="off"
          disabled={disabled}
          placeholder={withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
          value={typed ?? shown}
          onClick={() => setOpen(true)}
          onChange={(event) => type(event.target.value)}
          onBlur={() => {
            setTyped(undefined)
            onLeave?.()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && (event.key !== 'Escape' || !open)) return
            // Enter must not submit the form, nor Escape close the sheet.
            event.preventDefault()
            event.stopPropagation()
            setTyped(undefined)
            setOpen(false)
          }}
        />
        <Popover.Trigger aria-label="Choose a date" disabled={disabled}>
          <Calendar className="small" />
        </Popover.Trigger>
      </div>
      <Popover.Portal container={useTopLayer()}>
        <Popover.Positioner anchor={field} align="start" sideOffset={4}>
          <Popover.Popup
            className="popup calendar"
            ref={calendar}
            aria-label="Calendar"
            // A calendar opened by a click in the field leaves the focus there.
            initialFocus={() =>
              document.activeElement !== input.current &&
              (calendar.current?.querySelector<HTMLElement>('td [tabindex="0"]') ?? true)
            }
            finalFocus={input}
          >
            <DayPicker
              mode="single"
              timeZone="UTC"
              captionLayout="dropdown"
              navLayout="around"
              showOutsideDays
              fixedWeeks
              components={{ Chevron }}
              today={dateOf(today)}
              selected={day === '' ? undefined : dateOf(day)}
              defaultMonth={dateOf(day || today)}
              startMonth={noPast ? dateOf(today) : yearsFrom(today, -YEARS)}
              endMonth={noFuture ? dateOf(today) : yearsFrom(today, YEARS)}
              disabled={(date) => (noPast && dayOf(date) < today) || (noFuture && dayOf(date) > today)}
              onDayClick={(date) => {
                // Every step is applied at once: a day is set without confirming the time.
                take(`${dayOf(date)} ${time}`)
                if (!withTime) setOpen(false)
              }}
            />
            {withTime && (
              <footer className="row">
                <Digits
                  label="Hour"
                  value={hour}
                  offered={hoursOffered}
                  onChoose={(chosen) => take(`${day || today} ${chosen}:${minute}`)}
                />
                <Digits
                  label="Minute"
                  value={minute}
                  offered={minutesOffered}
                  onChoose={(chosen) => take(`${day || today} ${hour}:${chosen}`)}
                />
                {hoursOffered.length === 24 && (
                  <Button kind="quiet" onClick={() => take(wallNow())}>
                    Now
                  </Button>
                )}
                <Button kind="primary" onClick={() => setOpen(false)}>
                  OK
                </Button>
              </footer>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

interface DigitsProps {
  label: string
  value: string | undefined
  offered: readonly string[]
  onChoose: (chosen: string) => void
}

function Digits({ label, value, offered, onChoose }: DigitsProps) {
  return (
    <NativeSelect aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      {offered.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </NativeSelect>
  )
}
