import type { FieldErrors } from '../errors.ts'
import { choice, date, longText, switchField, text, wholeNumber, type Form } from '../forms/fields.ts'
import { OFFICE_TIME_PATTERN } from '../settings/office-hours.ts'
import { normalizeName } from './create-barred-check.ts'
import type { Direction } from './judge-pass.ts'
import { VISIT_HOURS_RANGE, WALK_IN_SECONDS_RANGE } from './labels-and-codes.ts'

export const DIRECTION_LABELS: Readonly<Record<Direction, string>> = {
  both: 'In and out',
  in: 'In only',
  out: 'Out only',
}

export const gateForm = {
  fields: {
    name: text({ label: 'Name', max: 60, required: 'Please input a name!' }),
    direction: choice(
      Object.entries(DIRECTION_LABELS).map(([value, label]) => ({ value, label })),
      { label: 'Direction', initial: 'both', required: 'Please choose a direction!' },
    ),
  },
} satisfies Form

const TIME_REQUIRED = 'Please input a time.'
const timeFieldProps = {
  required: TIME_REQUIRED,
  pattern: { source: OFFICE_TIME_PATTERN.source, message: TIME_REQUIRED },
}

/** Form of the settings of the gate (rules 24.2). */
export const gateSettingsForm = {
  fields: {
    visitHoursBefore: wholeNumber({
      label: 'Hours before the visit when a visitor may already enter',
      required: VISIT_HOURS_RANGE.message,
      notNumberMessage: VISIT_HOURS_RANGE.message,
      notWholeMessage: VISIT_HOURS_RANGE.message,
      range: VISIT_HOURS_RANGE,
    }),
    walkInSeconds: wholeNumber({
      label: 'Walk-ins: seconds in which the unit answers',
      required: WALK_IN_SECONDS_RANGE.message,
      notNumberMessage: WALK_IN_SECONDS_RANGE.message,
      notWholeMessage: WALK_IN_SECONDS_RANGE.message,
      range: WALK_IN_SECONDS_RANGE,
    }),
    workFrom: text({ label: 'Work permits from', input: 'time', ...timeFieldProps }),
    workTo: text({ label: 'Work permits until', input: 'time', ...timeFieldProps }),
    visitorsReturn: switchField({
      label: 'A visitor who steps out may come back within the hours of the visit',
      initial: 1,
    }),
    officePhone: text({
      label: 'Number of the office',
      input: 'tel',
      max: 40,
      hint: "For guards: shown with 'Ask the office'.",
    }),
    howToGetIn: longText({
      label: 'How to get in',
      max: 500,
      hint: 'Shown with every pass.',
    }),
  },
  check: ({ workFrom, workTo }): FieldErrors =>
    String(workFrom) < String(workTo) ? {} : { workTo: ['Work ends before it begins.'] },
} satisfies Form

const isBlankName = (value: unknown): boolean => normalizeName(String(value ?? '')) === ''

const NAME_OR_PLATE_REQUIRED = 'Please input a name or a plate!'

/** Entry of the do-not-admit list (rules 24.32). */
export const barredPersonForm = {
  fields: {
    name: text({
      label: 'Name',
      max: 200,
      hint: 'First name and surname. Names with further words match too, in any order.',
    }),
    plate: text({ label: 'Plate', max: 20 }),
    reason: longText({
      label: 'Reason',
      max: 1000,
      required: 'Please input a reason!',
      hint: 'Only the office reads it, never the guards.',
    }),
    endsOn: date({ label: 'Last day', hint: 'Empty: until the entry is deleted.' }),
  },
  check: ({ name, plate }) => {
    const errors: FieldErrors = {}
    if (isBlankName(name) && (name || isBlankName(plate))) errors.name = [NAME_OR_PLATE_REQUIRED]
    if (plate && isBlankName(plate)) errors.plate = [NAME_OR_PLATE_REQUIRED]
    return errors
  },
} satisfies Form
