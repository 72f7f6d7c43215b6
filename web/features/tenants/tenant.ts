import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'

/** The picture as a form's field has it: a list of at most one file. */
export function pictureOf({ image, src, thumb }: Tenant): FileRef[] {
  return image ? [{ name: image.split('/').at(-1) ?? image, url: image, src, thumb }] : []
}
