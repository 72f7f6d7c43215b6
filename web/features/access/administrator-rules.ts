import type { UndeclaredField } from '#ui/forms/newer-version-note.tsx'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { getPasswordError } from '@tahanan/contract/password.ts'

export const ADMINISTRATOR_FIELDS = [
  { key: 'name', label: 'Name', secret: false },
  { key: 'firstName', label: 'First name', secret: false },
  { key: 'lastName', label: 'Last name', secret: false },
  { key: 'email', label: 'Email', secret: false },
  { key: 'password', label: 'Password', secret: true },
  { key: 'password_confirmation', label: 'Confirm password', secret: true },
] as const

type AdministratorFields = Record<(typeof ADMINISTRATOR_FIELDS)[number]['key'], string>

export function toAdministratorFields(from: Readonly<Record<string, unknown>>): AdministratorFields {
  const texts = ADMINISTRATOR_FIELDS.map(({ key }) => [key, typeof from[key] === 'string' ? from[key] : ''])
  return Object.fromEntries(texts) as AdministratorFields
}

export const ADMINISTRATOR_FIELD_FORMATS: Readonly<Record<string, UndeclaredField>> = Object.fromEntries(
  ADMINISTRATOR_FIELDS.map(({ key, label }) => [
    key,
    { label, formatValue: (value: unknown) => String(value) },
  ]),
)

/** Returns the errors by field (rules 2.8). When editing, an empty password means that it does not change. */
export function checkAdministrator(values: AdministratorFields, isNew: boolean): FieldErrors {
  const fieldErrors: FieldErrors = {}
  for (const { key, label, secret } of ADMINISTRATOR_FIELDS)
    if (!secret && values[key].trim() === '') fieldErrors[key] = [`Please input your ${label.toLowerCase()}!`]
  const { password, password_confirmation: passwordConfirmation } = values
  if (!isNew && password === '' && passwordConfirmation === '') return fieldErrors
  const passwordError = password === '' ? 'Please input your password!' : getPasswordError(password)
  if (passwordError !== undefined) fieldErrors.password = [passwordError]
  if (passwordConfirmation === '') fieldErrors.password_confirmation = ['Please confirm your password!']
  else if (passwordConfirmation !== password)
    fieldErrors.password_confirmation = ['The two passwords that you entered do not match!']
  return fieldErrors
}
