import { type PickedTenant, tenantLabel } from '#features/tenants/tenant-options.ts'
import type { FormValues } from '#ui/forms/form-values.ts'
import type { Beside } from '#ui/forms/newer-note.tsx'
import type { FormRecord } from '#ui/forms/use-form.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { statusInfo, isStatus } from '@tahanan/contract/statuses.ts'

/** Values of the office's form of a ticket beside the module's fields: status, remarks and tenant. */
export function officeFieldsOf({ status, remarks, tenant }: FormRecord): FormValues {
  return { status, remarks: remarks ?? '', tenant: isTenant(tenant) ? optionOf(tenant) : undefined }
}

/** The status that is chosen in the form; 0 in one without a choice. */
export const statusIn = ({ status }: FormValues): number => (typeof status === 'number' ? status : 0)

/** The tenant that is chosen in the form. */
export function tenantOf({ tenant }: FormValues): PickedTenant | undefined {
  return isTenant(tenant) ? tenant : undefined
}

/** Returns the part of them that an update sends. */
export function sentOfficeFields({ status, remarks, tenant }: FormValues): Details {
  return {
    ...(status !== undefined && { status }),
    ...(typeof remarks === 'string' && { remarks: remarks.trim() }),
    ...(isTenant(tenant) && { tenantId: tenant.id }),
  }
}

/** Labels and words of these fields, shown where two people changed one. */
export const BESIDE: Readonly<Record<string, Beside>> = {
  status: {
    label: 'Status',
    words: (value) => {
      if (!isStatus(value)) return ''
      const { label, editLabel = label } = statusInfo(value)
      return editLabel
    },
  },
  remarks: { label: 'Remarks', words: (remarks) => (typeof remarks === 'string' ? remarks : '') },
  tenant: { label: 'Tenant', words: (tenant) => (isTenant(tenant) ? tenantLabel(tenant) : '') },
}

// without what only a ticket says of its tenant: the option that is found by typing compares as the same
const optionOf = ({ id, clientCode, uoccname }: PickedTenant): PickedTenant => ({ id, clientCode, uoccname })

function isTenant(value: unknown): value is PickedTenant {
  return typeof value === 'object' && value !== null && 'id' in value && 'clientCode' in value
}
