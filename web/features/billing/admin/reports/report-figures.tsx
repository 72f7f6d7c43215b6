import { useState, type ReactNode } from 'react'
import { instantOf, today, wallOf } from '../../../../lib/time.ts'
import { DateTimeField } from '../../../../ui/controls/date-time-field.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { Facts } from '../../../../ui/values/facts.tsx'
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
  return (
    <Field label={label}>
      <DateTimeField
        withTime={false}
        noFuture
        value={instantOf(value)}
        onChange={(chosen) => onChange(wallOf(chosen ?? '')?.slice(0, 10) ?? today())}
      />
    </Field>
  )
}

/** Days of a report, this month up to today, with their fields. */
export function usePeriod() {
  const [from, setFrom] = useState(() => `${today().slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const days = (
    <>
      <ReportDay label="From" value={from} onChange={setFrom} />
      <ReportDay label="To" value={to} onChange={setTo} />
    </>
  )
  return { from, to, days }
}
