import '#ui/layers/popup.css'
import './calendar.css'
import { Popover } from '@base-ui/react/popover'
import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { DayPicker } from 'react-day-picker'
import { getCommunityTimeNow } from '#lib/time.ts'
import { useTopLayer } from '#ui/layers/layer.tsx'
import { Button } from './button.tsx'
import { NativeSelect } from './input.tsx'

const SELECTABLE_YEARS = 10
const DEFAULT_TIME = '09:00'

const CHEVRON_ICONS = { left: ChevronLeft, right: ChevronRight, down: ChevronDown, up: ChevronDown }

export function Chevron({ orientation = 'left' }: { orientation?: keyof typeof CHEVRON_ICONS }) {
  const Icon = CHEVRON_ICONS[orientation]
  return <Icon className="small" />
}

// The calendar works in UTC, so that the browser's time zone cannot shift a day.
const toDate = (day: string): Date => new Date(`${day}T00:00:00Z`)
const toDay = (date: Date): string => date.toISOString().slice(0, 10)
const getYearStart = (day: string, years: number): Date => toDate(`${Number(day.slice(0, 4)) + years}-01-01`)

const getTwoDigitNumbers = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, step) => String(first + step).padStart(2, '0'))

interface CalendarPopupProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  field: RefObject<HTMLDivElement | null>
  input: RefObject<HTMLInputElement | null>
  day: string
  time?: string
  /** Called with the picked time, `YYYY-MM-DD HH:mm` in the community's time zone. */
  onPick: (wallTime: string) => void
  hasTime: boolean
  isPastDisabled: boolean
  isFutureDisabled: boolean
  hours: readonly [first: number, last: number]
  lastMinute: number
}

/** Calendar of a `DateTimeField` on a desktop. Import it lazily. */
export default function CalendarPopup({
  open,
  onOpenChange,
  field,
  input,
  day,
  time = DEFAULT_TIME,
  onPick,
  hasTime,
  isPastDisabled,
  isFutureDisabled,
  hours,
  lastMinute,
}: CalendarPopupProps) {
  const calendar = useRef<HTMLDivElement>(null)
  const today = getCommunityTimeNow().slice(0, 10)
  const [hour, minute] = time.split(':')
  const offeredHours = getTwoDigitNumbers(hours[0], hours[1])

  return (
    <Popover.Root
      open={open}
      onOpenChange={(isOpening, { reason, event }) => {
        const isInField = event.target instanceof Node && field.current?.contains(event.target)
        if (isOpening || reason !== 'outside-press' || !isInField) onOpenChange(isOpening)
      }}
    >
      <Popover.Portal container={useTopLayer()}>
        <Popover.Positioner anchor={field} align="start" sideOffset={4}>
          <Popover.Popup
            className="popup calendar"
            ref={calendar}
            aria-label="Calendar"
            // If a click opened the calendar, the focus stays in the text field, so that the user can
            // continue to type.
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
              today={toDate(today)}
              selected={day === '' ? undefined : toDate(day)}
              defaultMonth={toDate(day || today)}
              startMonth={isPastDisabled ? toDate(today) : getYearStart(today, -SELECTABLE_YEARS)}
              endMonth={isFutureDisabled ? toDate(today) : getYearStart(today, SELECTABLE_YEARS)}
              disabled={(date) =>
                (isPastDisabled && toDay(date) < today) || (isFutureDisabled && toDay(date) > today)
              }
              onDayClick={(date) => {
                onPick(`${toDay(date)} ${time}`)
                if (!hasTime) onOpenChange(false)
              }}
            />
            {hasTime && (
              <footer className="row">
                <TimePartSelect
                  label="Hour"
                  value={hour}
                  offeredValues={offeredHours}
                  onChoose={(chosenValue) => onPick(`${day || today} ${chosenValue}:${minute}`)}
                />
                <TimePartSelect
                  label="Minute"
                  value={minute}
                  offeredValues={getTwoDigitNumbers(0, lastMinute)}
                  onChoose={(chosenValue) => onPick(`${day || today} ${hour}:${chosenValue}`)}
                />
                {offeredHours.length === 24 && (
                  <Button kind="quiet" onClick={() => onPick(getCommunityTimeNow())}>
                    Now
                  </Button>
                )}
                <Button kind="primary" onClick={() => onOpenChange(false)}>
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

interface TimePartSelectProps {
  label: string
  value: string | undefined
  offeredValues: readonly string[]
  onChoose: (chosenValue: string) => void
}

function TimePartSelect({ label, value, offeredValues, onChoose }: TimePartSelectProps) {
  return (
    <NativeSelect aria-label={label} value={value} onChange={({ target }) => onChoose(target.value)}>
      {offeredValues.map((offeredValue) => (
        <option key={offeredValue}>{offeredValue}</option>
      ))}
    </NativeSelect>
  )
}
