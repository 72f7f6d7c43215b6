import type { FieldErrors } from '../errors.ts'
import { date, longText, text, wholeNumber, type Form } from '../forms/fields.ts'
import type { Details } from '../forms/validate.ts'
import { LIMITS } from '../limits.ts'

export const SERIES_KINDS = { receipt: 'Receipt', invoice: 'Invoice' } as const
export type SeriesKind = keyof typeof SERIES_KINDS
export const SERIES_KIND_NAMES = Object.keys(SERIES_KINDS) as SeriesKind[]

/**
 * Maximum of receipt or invoice numbers that may be skipped when the office confirms the last printed number.
 * A larger gap is probably a typing error.
 */
export const MAX_SKIPPED_NUMBERS = 10_000

const createPrefixField = (example: string) =>
  text({
    label: 'Prefix',
    required: 'Please input the prefix!',
    max: 20,
    pattern: {
      source: '^[A-Z][A-Z0-9-]*-$',
      message: `Please input capital letters, digits and hyphens with a hyphen at the end, such as ${example}.`,
    },
  })
const createNumberField = (field: Parameters<typeof wholeNumber>[0]) =>
  wholeNumber({
    notNumberMessage: 'Please input a number.',
    notWholeMessage: 'Please input a whole number.',
    ...field,
  })
const firstNumberField = createNumberField({
  label: 'First number',
  required: 'Please input the first number!',
})

function checkNumberRange(values: Readonly<Details>): FieldErrors {
  const { first: from, last: to } = values
  if (typeof from !== 'number' || typeof to !== 'number' || to >= from) return {}
  return { last: ['The last number must not be below the first.'] }
}

/** Forms that open a series of acknowledgement receipts (rules 18.2) or of invoices (rules 18.3). */
export const SERIES_FORMS: Readonly<Record<SeriesKind, Form>> = {
  receipt: {
    fields: {
      prefix: createPrefixField('AR-2026-'),
      first: firstNumberField,
      last: createNumberField({ label: 'Last number', hint: 'Leave it empty for a series without an end.' }),
    },
    check: checkNumberRange,
  },
  invoice: {
    fields: {
      prefix: createPrefixField('SI-'),
      first: firstNumberField,
      last: createNumberField({ label: 'Last number', required: 'Please input the last number!' }),
      permit: text({
        label: 'Permit or certificate number',
        max: 60,
        required: 'Please input the permit or certificate number!',
      }),
      permitDate: date({
        label: 'Date of the permit',
        required: 'Please input the date of the permit!',
        isFutureRefused: true,
      }),
      registeredName: text({
        label: 'Registered name',
        max: 160,
        required: 'Please input the registered name!',
      }),
      tin: text({
        label: 'TIN',
        max: 20,
        required: 'Please input the TIN!',
        pattern: {
          source: '^\\d{3}-\\d{3}-\\d{3}(-(\\d{3}|\\d{5}))?$',
          message: 'Please input the TIN as 000-000-000 or 000-000-000-00000.',
        },
      }),
      address: longText({ label: 'Registered address', max: 300, required: 'Please input the address!' }),
    },
    check: checkNumberRange,
  },
}

/** Form that confirms the last printed number of a series after a restore (rules 18.9). */
export const seriesConfirmationForm: Form = {
  fields: {
    lastPrinted: text({
      label: 'Last printed number',
      max: 7,
      required: 'Please input the last printed number!',
      hint: 'Without its prefix: 123 of AR-2026-000123; 0 where none was printed.',
      pattern: { source: '^\\d+$', message: 'Please input a number.' },
    }),
  },
}

export function describeNumberState({
  voided,
  removed,
}: {
  voided: { reason: string; replacedBy: string | null } | null
  removed: boolean
}): string {
  if (voided) return `VOID: ${voided.reason}.${voided.replacedBy ? ` Replaced by ${voided.replacedBy}.` : ''}`
  return removed ? 'Removed by a reset' : ''
}

/** Form for the number of the receipt that replaces a void (cancelled) receipt (rules 18.12). */
export const receiptReplacementForm: Form = {
  fields: {
    replacedBy: text({
      label: 'Replaced by receipt',
      max: 30,
      required: 'Please input the number of the receipt!',
      hint: 'A later receipt of the same tenant, such as AR-2026-000124.',
    }),
  },
}

/** Form that voids an invoice (rules 18.8). */
export const voidNumberForm: Form = {
  fields: {
    remarks: longText({ label: 'Remarks', max: LIMITS.remarks, required: 'Please input your remarks!' }),
  },
}
