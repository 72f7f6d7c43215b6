import { Type } from 'typebox'
import { text, type Answer } from './answers.ts'

/** The tenant of a row that is one's. */
export const ofTenant = { tenantId: Type.Integer(), clientCode: text, uoccname: text }

/** A tenant in a picker and beside a record, shown as name (code). */
export const TenantOption = Type.Object({
  id: Type.Integer(),
  clientCode: text,
  uoccname: text,
  unitNumber: text,
})
export type TenantOption = Answer<typeof TenantOption>
