import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { instantOf, today, wallOf } from '#lib/time.ts'
import { DateTimeField } from '#ui/controls/date-time-field.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Facts } from '#ui/values/facts.tsx'
import './report-figures.css'

interface ReportFiguresProps {
  facts: readonly (readonly [string, string])[]
  /** Fields of the days that the report is of. */
  children?: ReactNode
  /** At the end of the line. */
  acts?: ReactNode
}

/** The line above a report: its days and its totals. */
export function ReportFigures({ facts, children, acts }: ReportFiguresProps) {
  return (
    <div className="report-figures">
      {children}
      <Facts facts={facts} />
      {acts && <div className="acts">{acts}</div>}
    </div>
  )
}

/** A day of a report, as YYYY-MM-DD; emptied it is today. */
export function ReportDay(props: { label: string; value: string; onChange: (day: string) => void }) {
  const { label, value, onChange } = props
  /** Typed text that is not a day of a report. */
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const choose = (chosen: string | undefined): void => {
    const day = chosen === undefined ? today() : wallOf(chosen)?.slice(0, 10)
    const isDay = day !== undefined && day <= today()
    setTyped(isDay ? undefined : chosen)
    setLeft(false)
    if (isDay) onChange(day)
  }
  const problem = typed !== undefined && left
  return (
    <Field label={label} error={problem ? 'Please choose a day up to today, written YYYY-MM-DD.' : undefined}>
      <DateTimeField
        withTime={false}
        noFuture
        value={typed ?? instantOf(value)}
        onChange={choose}
        onLeave={() => setLeft(true)}
      />
    </Field>
  )
}

/** Returns a day of the address, where it has one, and sets it: a reload or a shared link shows the same report. */
function useDayInAddress(name: string, otherwise: string) {
  const [params, setParams] = useSearchParams()
  const given = params.get(name) ?? ''
  const set = (day: string): void =>
    setParams(
      (before) => {
        before.set(name, day)
        // other days, other rows
        before.delete('page')
        return before
      },
      { replace: true },
    )
  return [DAY.test(given) && instantOf(given) !== undefined ? given : otherwise, set] as const
}
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The day that a report is as of, today at first. */
export function useReportDay() {
  const [asOf, setAsOf] = useDayInAddress('asOf', today())
  return { asOf, setAsOf }
}

/** Days of a report, this month up to today at first, with their fields. */
export function usePeriod() {
  const [from, setFrom] = useDayInAddress('from', `${today().slice(0, 8)}01`)
  const [to, setTo] = useDayInAddress('to', today())
  const days = (
    <>
      <ReportDay label="From" value={from} onChange={setFrom} />
      <ReportDay label="To" value={to} onChange={setTo} />
    </>
  )
  return { from, to, days }
}
