import type { FieldErrors } from '@tahanan/contract/errors.ts'

/** Returns the first message of each field; `keyOf` maps the server's field names to the form's. */
export function firstMessages(
  errors: FieldErrors,
  keyOf: (field: string) => string = (field) => field,
): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([field, [first = '']]) => [keyOf(field), first]))
}
