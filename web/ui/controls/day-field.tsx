import { type ComponentProps, useState } from 'react'
import { toInstant, toCommunityTime } from '#lib/time.ts'
import { DateTimeField } from './date-time-field.tsx'

interface DayFieldProps extends Omit<
  ComponentProps<typeof DateTimeField>,
  'value' | 'onChange' | 'onLeave' | 'withTime'
> {
  /** Day as YYYY-MM-DD; empty if no day is chosen. */
  value: string
  /** Called with a complete day or an empty text. While the typed text is incomplete, it is not called. */
  onChange: (day: string) => void
}

export function DayField({ value, onChange, ...field }: DayFieldProps) {
  const [typedText, setTypedText] = useState<string>()
  const changeDay = (chosenTime: string | undefined): void => {
    const day = chosenTime === undefined ? '' : toCommunityTime(chosenTime)?.slice(0, 10)
    setTypedText(day === undefined ? chosenTime : undefined)
    if (day !== undefined) onChange(day)
  }
  return (
    <DateTimeField
      {...field}
      withTime={false}
      value={typedText ?? toInstant(value)}
      onChange={changeDay}
      onLeave={() => setTypedText(undefined)}
    />
  )
}
