import { date, dateTime, files, longText, money, text, type FilesField, type Form } from '../forms/fields.ts'
import { LIMITS } from '../limits.ts'
import { PAYMENT_TYPE, PAYMENT_TYPES } from './payment.ts'

export const OFFICE_PAYMENT_TYPES = PAYMENT_TYPES.filter((info) => info.channel === 'office')
export type OfficePaymentType = (typeof OFFICE_PAYMENT_TYPES)[number]['type']

/**
 * A cheque is refused if its date is more than `stale` months ago, or more than `ahead` months in the future
 * (rules 17.5).
 */
export const CHEQUE_DATE_LIMIT_MONTHS = { stale: 6, ahead: 12 } as const

const amountPaidField = money({
  label: 'Paid Amount',
  required: 'Please input the paid amount!',
  mustBePositive: true,
})
const bankField = text({ label: 'Bank', max: 60, required: 'Please input the bank!' })
const createReferenceField = (label: string) =>
  text({ label, max: 60, required: `Please input the ${label.toLowerCase()}!` })
const picturesField: FilesField = files({
  label: 'Picture',
  folder: 'paymentproofs',
  accept: 'image',
  max: 1,
  namePrefix: 'counter_',
  hint: 'Of the cheque or slip, where there is one.',
})

/**
 * Forms for payments at the office's counter (rules 17.1). The tenant is selected on the page, outside the
 * form.
 */
export const counterForms: Readonly<Record<OfficePaymentType, Form>> = {
  [PAYMENT_TYPE.cash]: { fields: { amountPaid: amountPaidField } },
  [PAYMENT_TYPE.cheque]: {
    fields: {
      amountPaid: amountPaidField,
      bank: bankField,
      bankReference: createReferenceField('Cheque number'),
      chequeDate: date({ label: 'Date of the cheque', required: 'Please input the date of the cheque!' }),
      images: picturesField,
    },
  },
  [PAYMENT_TYPE.transfer]: {
    fields: {
      amountPaid: amountPaidField,
      bank: bankField,
      bankReference: createReferenceField('Reference number'),
      transactionDate: dateTime({
        label: 'Date of the transfer',
        required: 'Please input the date of the transfer!',
        precision: 'day',
        isFutureRefused: true,
      }),
      images: picturesField,
    },
  },
}

/** Form for the count of the cash at the end of a day (rules 17.9). */
export const cashCloseForm: Form = {
  fields: {
    counted: money({
      label: 'Counted',
      required: 'Please input what you counted!',
      mustBeNegative: true,
      hint: 'Without the opening float. Below zero where more was given back than taken.',
    }),
    remarks: longText({ label: 'Remarks', max: LIMITS.remarks, hint: 'Needed where the count differs.' }),
  },
}
