import type { Updateable } from 'kysely'
import { Type } from 'typebox'
import { toColumnName } from '#features/records/repository.ts'
import type { DB } from '#platform/db/generated.ts'
import { hashPassword } from '#platform/hash-password.ts'
import { toFormSchema, parseFormBody } from '#platform/http/form-body.ts'
import { tenantForm } from '@tahanan/contract/billing/tenant.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { FileRef, FormAction } from '@tahanan/contract/forms/fields.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { getPasswordError } from '@tahanan/contract/password.ts'

/** Columns of a tenant to write. The image is a file key, or null. */
export type TenantFields = Updateable<DB['tenants']>

export interface TenantBody {
  readonly fields: TenantFields
  readonly passwordHash: string | undefined
  readonly updatedAt: Date | undefined
}

/**
 * Validates the body of a tenant that the office sends (rules 3.2, 3.3). For a change, the result has only
 * the fields in the body. An empty client code or password is ignored, so the stored one stays. Throws 400
 * with the messages of all fields.
 */
export async function parseTenantBody(
  body: Readonly<Details>,
  { action, timeZone }: { action: FormAction; timeZone: string },
): Promise<TenantBody> {
  const errors: FieldErrors = {}
  const password = parsePassword(body, errors)
  const { values, updatedAt } = parseFormBody(tenantForm, body, { action, timeZone, errors })
  const fields = Object.fromEntries(
    Object.entries(values).map(([field, value]) => [toColumnName(field), value ?? '']),
  ) as TenantFields
  if (Object.hasOwn(values, 'image')) fields.image = (values.image as FileRef[])[0]?.url ?? null
  if (Object.hasOwn(values, 'withholdsTax')) fields.withholds_tax = Number(values.withholdsTax)
  if (!fields.client_code) delete fields.client_code
  // Hashed here, before the transaction begins, because hashing is slow.
  return { fields, passwordHash: password && (await hashPassword(password)), updatedAt }
}

function parsePassword(body: Readonly<Details>, errors: FieldErrors): string | undefined {
  const rawPassword = Object.hasOwn(body, 'password') ? body.password : undefined
  if (rawPassword === undefined || rawPassword === null) return undefined
  if (typeof rawPassword !== 'string') {
    errors.password = ['This must be text.']
    return undefined
  }
  if (rawPassword.trim() === '') return undefined
  const passwordError = getPasswordError(rawPassword)
  if (passwordError) errors.password = [passwordError]
  return rawPassword
}

export function getTenantSchema(action: FormAction) {
  return Type.Object({
    ...toFormSchema(tenantForm, action).properties,
    password: Type.Optional(
      Type.String({
        description: 'Without one, or empty: an added tenant cannot log in yet, an edited one keeps theirs.',
      }),
    ),
  })
}
