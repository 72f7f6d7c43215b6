import { files, switchField, text, type TextField, type Form } from '../forms/fields.ts'
import { PHONE_NUMBER_PATTERN } from '../phone.ts'

/** The length is limited, because invoice numbers and accounting files contain the client code. */
export const MAX_CLIENT_CODE_LENGTH = 50

/** Matches an e-mail address. Excludes characters that have a meaning in mail headers. */
export const EMAIL_PATTERN = String.raw`^[^\s@<>()\[\]\\,;:"]+@[^\s@<>()\[\]\\,;:"]+$`

const createRequiredField = (label: string, hint: string, field: Partial<TextField> = {}) =>
  text({ label, required: `Please input your ${label}!`, hint, ...field })

export const TENANT_HINTS = {
  uoccname: 'Occupant, as the accounting system has it.',
  uoccpers: 'Contact person.',
  uocctel1: 'Telephone.',
  uocctel2: 'Second telephone.',
  ubtname: 'Name that bills are made out to.',
  ubaddln1: 'Billing address, line 1.',
} as const

/**
 * Form of a tenant (rules 3.2). The `u…` fields have the names of the accounting system. The server generates
 * a missing client code; if an edit sends an empty one, the code does not change (rules 3.3). The password is
 * sent beside the fields and checked by `getPasswordError`. It is not a field itself, because fields are
 * trimmed and stored in drafts and records.
 */
export const tenantForm: Form = {
  fields: {
    clientCode: text({
      label: 'Client code',
      max: MAX_CLIENT_CODE_LENGTH,
      hint: 'What the tenant logs in with, mostly the unit. Leave it empty and the portal makes one.',
    }),
    uoccname: createRequiredField('Uocc name', TENANT_HINTS.uoccname),
    uoccpers: createRequiredField('Uocc pers', TENANT_HINTS.uoccpers),
    uocctel1: createRequiredField('Uocc tel1', TENANT_HINTS.uocctel1, { input: 'tel' }),
    uocctel2: createRequiredField('Uocc tel2', TENANT_HINTS.uocctel2, { input: 'tel' }),
    ubtname: createRequiredField('Ubt name', TENANT_HINTS.ubtname),
    ubaddln1: createRequiredField('Ubaddln1', TENANT_HINTS.ubaddln1),
    ubaddln2: createRequiredField('Ubaddln2', 'Billing address, line 2.'),
    ubaddln3: createRequiredField('Ubaddln3', 'Billing address, line 3.'),
    ubaddln4: createRequiredField('Ubaddln4', 'Billing address, line 4.'),
    firstName: text({ label: 'First name' }),
    middleName: text({ label: 'Middle name' }),
    lastName: text({ label: 'Last name' }),
    email: text({
      label: 'Email',
      input: 'email',
      pattern: { source: EMAIL_PATTERN, message: 'Please input a valid email!' },
      hint: 'Login details and notices of new statements are sent here.',
    }),
    phoneNumber: text({ label: 'Phone number', input: 'tel', max: 50, pattern: PHONE_NUMBER_PATTERN }),
    unitNumber: text({ label: 'Unit number', max: 50 }),
    address: text({ label: 'Address', max: 500 }),
    withholdsTax: switchField({
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

const createUnlabelledColumns = (...keys: string[]) => keys.map((key) => ({ key, label: key }))

export const TENANT_CSV = {
  file: 'Tenants.csv',
  columns: [
    ...createUnlabelledColumns(
      'id',
      'clientCode',
      'name',
      'uoccname',
      'uoccpers',
      'uocctel1',
      'uocctel2',
      'ubtname',
    ),
    ...createUnlabelledColumns(
      'ubaddln1',
      'ubaddln2',
      'ubaddln3',
      'ubaddln4',
      'email',
      'phoneNumber',
      'unitNumber',
    ),
    ...createUnlabelledColumns('soaAmount'),
    { key: 'lastSeen', label: 'lastActive' },
    { key: 'created_at', label: 'createdAt' },
    ...createUnlabelledColumns('receivedSince', 'leftToPay', 'credit', 'net'),
  ],
}

/** Hours for which a link to login details is valid (rules 1.25). */
export const LOGIN_DETAILS_HOURS = 72

/** Form with the only fields that residents may change themselves (rules 3.9). */
export const profileForm = {
  fields: {
    socialMediaAccount: text({ label: 'Social Media Account' }),
    image: files({
      label: 'Profile image',
      folder: 'images',
      accept: 'image',
      max: 1,
      namePrefix: 'profile_',
    }),
  },
} satisfies Form
