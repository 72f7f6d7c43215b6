import { Type } from 'typebox'
import { text, type Answer } from '../answers.ts'

/** A tenant in a picker and beside a record, shown as name (code). */
export const TenantOption = Type.Object({
  id: Type.Integer(),
  clientCode: text,
  uoccname: text,
  unitNumber: text,
})
export type TenantOption = Answer<typeof TenantOption>
