import { files, onOff, text, type TextField, type Form } from '../forms/fields.ts'

/** A client code is short: it stands in invoice numbers and in the accounting files. */
export const CLIENT_CODE_MAX = 50

/** An address that a mail can be sent to: one alone, without characters that a mail's header gives a meaning to. */
export const EMAIL_ADDRESS = String.raw`^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:"]+$`

const required = (label: string, hint: string, field: Partial<TextField> = {}) =>
  text({ label, required: `Please input your ${label}!`, hint, ...field })

/**
 * A tenant as the office keeps it (rules 3.2). The `u…` fields are named as in the accounting system. A client code that is
 * left out is made by the server; an edit that leaves it empty keeps the present one (rules 3.3).
 *
 * The password is no field of the form: it is neither trimmed nor kept as a draft, and no record ever holds it. It
 * travels beside the fields as `password`, checked by `passwordProblem` (`contract/password.ts`).
 */
export const tenantForm: Form = {
  fields: {
    clientCode: text({
      label: 'Client code',
      max: CLIENT_CODE_MAX,
      hint: 'What the tenant logs in with, mostly the unit. Leave it empty and the portal makes one.',
    }),
    uoccname: required('Uocc name', 'Occupant, as the accounting system has it.'),
    uoccpers: required('Uocc pers', 'Contact person.'),
    uocctel1: required('Uocc tel1', 'Telephone.', { input: 'tel' }),
    uocctel2: required('Uocc tel2', 'Second telephone.', { input: 'tel' }),
    ubtname: required('Ubt name', 'Name that bills are made out to.'),
    ubaddln1: required('Ubaddln1', 'Billing address, line 1.'),
    ubaddln2: required('Ubaddln2', 'Billing address, line 2.'),
    ubaddln3: required('Ubaddln3', 'Billing address, line 3.'),
    ubaddln4: required('Ubaddln4', 'Billing address, line 4.'),
    firstName: text({ label: 'First name' }),
    middleName: text({ label: 'Middle name' }),
    lastName: text({ label: 'Last name' }),
    email: text({
      label: 'Email',
      input: 'email',
      pattern: { source: EMAIL_ADDRESS, message: 'Please input a valid email!' },
      hint: 'Login details and notices of new statements are sent here.',
    }),
    phoneNumber: text({ label: 'Phone number', input: 'tel', max: 50 }),
    unitNumber: text({ label: 'Unit number', max: 50 }),
    address: text({ label: 'Address', max: 500 }),
    withholdsTax: onOff({
      label: 'Withholds tax (BIR form 2307)',
      initial: 0,
      hint: 'Payments of this tenant can name tax that was withheld.',
    }),
    image: files({
      label: 'Image',
      folder: 'images',
      accept: 'image',
      max: 1,
      namePrefix: 'tenant_',
      hint: '1 image.',
    }),
  },
}

const named = (...keys: string[]) => keys.map((key) => ({ key, label: key }))

/** The list's CSV: name of the file, and the keys of `GET /tenantIds` that fill its columns. */
export const TENANT_CSV = {
  file: 'Tenants.csv',
  columns: [
    ...named('id', 'clientCode', 'name', 'uoccname', 'uoccpers', 'uocctel1', 'uocctel2', 'ubtname'),
    ...named('ubaddln1', 'ubaddln2', 'ubaddln3', 'ubaddln4', 'email', 'phoneNumber', 'unitNumber'),
    ...named('soaAmount'),
    { key: 'lastSeen', label: 'lastActive' },
    { key: 'created_at', label: 'createdAt' },
    ...named('receivedSince', 'leftToPay', 'credit', 'net'),
  ],
}

/** Hours that a link of login details is good (rules 1.25). */
export const LOGIN_DETAILS_HOURS = 72
