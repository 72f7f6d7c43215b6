import type { FieldErrors } from '../errors.ts'
import { choice, date, longText, money, text, type Form } from '../forms/fields.ts'
import type { Details } from '../forms/validate.ts'
import { LIMITS } from '../limits.ts'
import { REVERSAL_KINDS } from './payment.ts'

/** Kinds of ledger entries, with their names (rules 16.3). */
export const LEDGER_KINDS = {
  opening: 'Opening balance',
  statement: 'Statement of account',
  payment: 'Payment',
  withholding: 'Tax withheld',
  reversal: 'Reversal',
  charge: 'Charge',
  credit: 'Credit',
} as const
export type LedgerKind = keyof typeof LEDGER_KINDS
export const LEDGER_KIND_NAMES = Object.keys(LEDGER_KINDS) as LedgerKind[]

/**
 * Returns the name and the label of an entry. A returned cheque has its own name instead of 'Reversal' (rules
 * 16.15).
 */
export function describeLedgerEntry({ kind, label }: { kind: LedgerKind; label: string }): {
  name: string
  label: string
} {
  const { chequeReturned } = REVERSAL_KINDS
  if (kind === 'reversal' && label === chequeReturned) return { name: chequeReturned, label: '' }
  return { name: LEDGER_KINDS[kind], label }
}

const LEDGER_LABEL_SUGGESTIONS = ['Dues', 'Water', 'Electricity', 'Penalty', 'Interest', 'Other'] as const

export const ledgerEntryForm: Form = {
  fields: {
    kind: choice(
      [
        { value: 'charge', label: 'Charge' },
        { value: 'credit', label: 'Credit' },
      ],
      { label: 'Charge or credit', required: 'Please choose charge or credit!' },
    ),
    label: text({
      label: 'Label',
      max: 60,
      required: 'Please input your label!',
      offers: LEDGER_LABEL_SUGGESTIONS,
    }),
    amount: money({ label: 'Amount', required: 'Please input your amount!', mustBePositive: true }),
    date: date({ label: 'Date', required: 'Please input your date!', isFutureRefused: true }),
    dueDate: date({ label: 'Due date', hint: 'Of a charge, where it has one.' }),
    remarks: longText({ label: 'Remarks', max: LIMITS.remarks, required: 'Please input your remarks!' }),
  },
  check: checkDueDate,
}

function checkDueDate({ kind, date: day, dueDate }: Readonly<Details>): FieldErrors {
  if (typeof dueDate !== 'string' || typeof day !== 'string') return {}
  if (kind === 'credit') return { dueDate: ['A credit has no due date.'] }
  return dueDate < day ? { dueDate: ["Please choose a day that is not before the entry's date."] } : {}
}
