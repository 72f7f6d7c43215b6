import type { FieldControlProps } from './field.tsx'

/** The date fields' properties, on a touch device and on a desk alike. */
export interface DateTimeFieldProps extends FieldControlProps {
  /** ISO 8601, shown on the community's clock; or a text that somebody typed and that is no date. */
  value: string | undefined
  /** Called with the chosen or typed value, allowed or not: the form says what is wrong with it. */
  onChange: (value: string | undefined) => void
  /** The focus has left the field. */
  onLeave?: () => void
  /** False for a date alone; its instant is then midnight in the community. */
  withTime?: boolean
  /** Days before today cannot be chosen (rules 4.24). */
  noPast?: boolean
  /** Days after today cannot be chosen. */
  noFuture?: boolean
  /** Hours that can be chosen, both included: a reservation's 6 to 21. */
  hours?: readonly [first: number, last: number]
  /** Minutes up to here can be chosen, 0 to 59: a reservation's 29. */
  lastMinute?: number
  disabled?: boolean
}
