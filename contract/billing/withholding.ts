import type { FieldErrors } from '../errors.ts'
import { date, files, money, text, type Fields, type Form } from '../forms/fields.ts'
import type { Details } from '../forms/validate.ts'
import { sumAmounts } from '../money.ts'

export const CERTIFICATE_STATUSES = ['claimed', 'received'] as const
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number]

/**
 * Highest share of the total that a tenant may withhold as tax without a warning to the office. BIR form 2307
 * certifies no higher tax rate.
 */
const MAX_WITHHOLDING_RATE = 0.15

const certificateField = files({
  label: 'Certificate (BIR form 2307)',
  folder: 'certificates',
  accept: ['image', 'pdf'],
  max: 1,
  namePrefix: 'certificate_',
  hint: 'A PDF or a picture. It can follow later.',
})

/** Fields of creditable withholding tax (rules 19.3). They are empty if no tax was withheld. */
export const withholdingFields: Fields = {
  withheld: money({
    label: 'Tax withheld',
    mustBePositive: true,
    hint: 'Empty where nothing was withheld. It is subtracted from the paid amount.',
  }),
  taxCode: text({
    label: 'Tax code (ATC)',
    max: 10,
    offers: ['WC160', 'WI160', 'WC158', 'WI158', 'WC100', 'WI100', 'WC120', 'WI120'],
    pattern: { source: '^[Ww][A-Za-z][0-9]{3}$', message: 'Please input a tax code such as WC160.' },
    hint: 'As on form 2307.',
  }),
  periodFrom: date({ label: 'Period from' }),
  periodTo: date({ label: 'Period to' }),
  certificate: certificateField,
}

export const addWithholdingFields = ({ fields }: Form): Form => ({
  fields: { ...fields, ...withholdingFields },
  check: checkWithholding,
})

/** Form with which a tenant sends the tax certificate after the payment (rules 19.6). */
export const certificateForm: Form = {
  fields: {
    certificate: {
      ...certificateField,
      required: 'Please choose the certificate!',
      hint: 'A PDF or a picture.',
    },
  },
}

/**
 * Checks the tax fields: a withheld amount needs a tax code and a period, and must be below the amount paid
 * (rules 19.4).
 */
function checkWithholding(values: Readonly<Details>): FieldErrors {
  const { withheld, amountPaid, taxCode, periodFrom, periodTo } = values
  const [first] = Array.isArray(values.certificate) ? (values.certificate as unknown[]) : []
  if (typeof withheld !== 'number')
    return taxCode || periodFrom || periodTo || first
      ? { withheld: ['Please input the amount of the tax withheld!'] }
      : {}
  const errors: FieldErrors = {}
  if (withheld >= Number(amountPaid)) errors.withheld = ['The tax withheld must be below the amount paid.']
  if (!taxCode) errors.taxCode = ['Please input the tax code!']
  if (!periodFrom) errors.periodFrom = ['Please input the period!']
  if (!periodTo) errors.periodTo = ['Please input the period!']
  else if (periodFrom && String(periodTo) < String(periodFrom))
    errors.periodTo = ['The period ends before it begins.']
  return errors
}

export const getSettledAmount = (amountPaid: number, withheldAmount: number): number =>
  sumAmounts([amountPaid, withheldAmount])

export const isUnusualWithholding = (amountPaid: number, withheldAmount: number): boolean =>
  withheldAmount > getSettledAmount(amountPaid, withheldAmount) * MAX_WITHHOLDING_RATE
