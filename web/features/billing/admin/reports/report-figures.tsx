import { type ReactNode, useState } from 'react'
import { useAddress } from '#lib/address/use-address.ts'
import { toInstant, getToday, toCommunityTime } from '#lib/time.ts'
import { DateTimeField } from '#ui/controls/date-time-field.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Facts } from '#ui/values/facts.tsx'
import './report-figures.css'

interface ReportFiguresProps {
  facts: readonly (readonly [string, string])[]
  children?: ReactNode
  acts?: ReactNode
}

export function ReportFigures({ facts, children, acts }: ReportFiguresProps) {
  return (
    <div className="report-figures">
      {children}
      <Facts facts={facts} />
      {acts && <div className="acts">{acts}</div>}
    </div>
  )
}

/** Renders the date field of a report. `value` is YYYY-MM-DD. If the field is emptied, it becomes today. */
export function ReportDay(props: { label: string; value: string; onChange: (day: string) => void }) {
  const { label, value, onChange } = props
  const [typedTime, setTypedTime] = useState<string>()
  const [hasLeft, setHasLeft] = useState(false)
  const chooseDay = (chosenTime: string | undefined): void => {
    const day = chosenTime === undefined ? getToday() : toCommunityTime(chosenTime)?.slice(0, 10)
    const isPastOrToday = day !== undefined && day <= getToday()
    setTypedTime(isPastOrToday ? undefined : chosenTime)
    setHasLeft(false)
    if (isPastOrToday) onChange(day)
  }
  const isInvalidDay = typedTime !== undefined && hasLeft
  return (
    <Field
      label={label}
      error={isInvalidDay ? 'Please choose a day up to today, written YYYY-MM-DD.' : undefined}
    >
      <DateTimeField
        withTime={false}
        isFutureDisabled
        value={typedTime ?? toInstant(value)}
        onChange={chooseDay}
        onLeave={() => setHasLeft(true)}
      />
    </Field>
  )
}

function useDayInAddress(name: string, defaultDay: string) {
  const [params, changeAddress] = useAddress()
  const value = params.get(name) ?? ''
  const setDay = (day: string): void =>
    changeAddress(
      (address) => {
        address.set(name, day)
        address.delete('page')
      },
      { replace: true },
    )
  return [DAY_PATTERN.test(value) && toInstant(value) !== undefined ? value : defaultDay, setDay] as const
}
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

export function useReportDay() {
  const [asOf, setAsOf] = useDayInAddress('asOf', getToday())
  return { asOf, setAsOf }
}

export function useReportPeriod(start = `${getToday().slice(0, 8)}01`) {
  const [from, setFrom] = useDayInAddress('from', start)
  const [to, setTo] = useDayInAddress('to', getToday())
  const periodFields = (
    <>
      <ReportDay label="From" value={from} onChange={setFrom} />
      <ReportDay label="To" value={to} onChange={setTo} />
    </>
  )
  return { from, to, days: periodFields }
}
