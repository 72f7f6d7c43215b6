import type { FieldErrors } from '../errors.ts'
import { choice, date, longText, text, type Form } from '../forms/fields.ts'
import { comparable } from './is-barred.ts'
import type { Direction } from './judge.ts'

export const DIRECTION_LABELS: Readonly<Record<Direction, string>> = {
  both: 'In and out',
  in: 'In only',
  out: 'Out only',
}

/** Form of a gate (rules 24.29). */
export const gateForm = {
  fields: {
    name: text({ label: 'Name', max: 60, required: 'Please input a name!' }),
    direction: choice(
      Object.entries(DIRECTION_LABELS).map(([value, label]) => ({ value, label })),
      { label: 'Direction', initial: 'both', required: 'Please choose a direction!' },
    ),
  },
} satisfies Form

const isMissing = (given: unknown): boolean => comparable(String(given ?? '')) === ''

const NAME_OR_PLATE = 'Please input a name or a plate!'

/** Form of an entry of the do-not-admit list (rules 24.32). */
export const barredForm = {
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
      hint: 'Read by the office alone, never at the gate.',
    }),
    endsOn: date({ label: 'Last day', hint: 'Empty: until the entry is deleted.' }),
  },
  check: ({ name, plate }) => {
    const errors: FieldErrors = {}
    if (isMissing(name) && (name || isMissing(plate))) errors.name = [NAME_OR_PLATE]
    if (plate && isMissing(plate)) errors.plate = [NAME_OR_PLATE]
    return errors
  },
} satisfies Form
