import { type ComponentProps, useState } from 'react'
import { toInstant, toWallTime } from '#lib/time.ts'
import { DateTimeField } from './date-time-field.tsx'

interface DayFieldProps extends Omit<
  ComponentProps<typeof DateTimeField>,
  'value' | 'onChange' | 'onLeave' | 'withTime'
> {
  /** Day as YYYY-MM-DD; empty if none exists. */
  value: string
  /** Called with a complete day or an empty text. While the typed text is incomplete, it is not called. */
  onChange: (day: string) => void
}

export function DayField({ value, onChange, ...field }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  const choose = (chosen: string | undefined): void => {
    const day = chosen === undefined ? '' : toWallTime(chosen)?.slice(0, 10)
    setTyped(day === undefined ? chosen : undefined)
    if (day !== undefined) onChange(day)
  }
  return (
    <DateTimeField
      {...field}
      withTime={false}
      value={typed ?? toInstant(value)}
      onChange={choose}
      onLeave={() => setTyped(undefined)}
    />
  )
}
