import { Type } from 'typebox'
import { text, type Answer } from './answers.ts'

/** Fields of the tenant that a row belongs to. */
export const tenantFields = { tenantId: Type.Integer(), clientCode: text, uoccname: text }

/** A tenant in a picker or next to a record, shown as name (code). */
export const TenantOption = Type.Object({
  id: Type.Integer(),
  clientCode: text,
  uoccname: text,
  unitNumber: text,
})
export type TenantOption = Answer<typeof TenantOption>
