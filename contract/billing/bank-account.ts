import { files, switchField, text, wholeNumber, type Form } from '../forms/fields.ts'

/** Form of a bank account of the office to which residents deposit payments (rules 19.1). */
export const bankAccountForm: Form = {
  fields: {
    bank: text({ label: 'Bank', max: 60, required: 'Please input the bank!' }),
    accountName: text({ label: 'Account name', max: 120, required: 'Please input the account name!' }),
    accountNumber: text({
      label: 'Account number',
      max: 40,
      required: 'Please input the account number!',
      pattern: { source: '^[0-9A-Za-z -]*$', message: 'Only digits, letters, blanks and hyphens.' },
    }),
    position: wholeNumber({
      label: 'Order',
      required: 'Please input the order!',
      notNumberMessage: 'This must be a number.',
      notWholeMessage: 'This must be a whole number.',
      hint: 'Residents see 1 first.',
    }),
    images: files({
      label: 'QR Ph picture',
      folder: 'bankqr',
      accept: 'image',
      max: 1,
      namePrefix: 'qr_ph_',
      hint: 'Residents scan it or save it.',
    }),
    active: switchField({ label: 'Shown to residents', initial: 1 }),
  },
}
