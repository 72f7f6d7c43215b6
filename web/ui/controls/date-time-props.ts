import type { FieldControlProps } from './field.tsx'

/** Properties of date fields on touch devices and desktops. */
export interface DateTimeFieldProps extends FieldControlProps {
  /** ISO 8601, shown in community time; or typed text that is not a date. */
  value: string | undefined
  /** Called with the picked or typed value, valid or not: the form checks it. */
  onChange: (value: string | undefined) => void
  onLeave?: () => void
  /** False for a date without time; its instant is midnight in the community. */
  withTime?: boolean
  /** Disables days before today (rules 4.24). */
  noPast?: boolean
  noFuture?: boolean
  /** Hours of the picker, both included: 6 to 21 for a reservation. */
  hours?: readonly [first: number, last: number]
  /** Last minute of the picker, 0 to 59: 29 for a reservation. */
  lastMinute?: number
  disabled?: boolean
}
