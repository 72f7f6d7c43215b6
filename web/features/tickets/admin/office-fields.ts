import { type PickedTenant, formatTenant } from '#features/tenants/tenant-options.ts'
import type { FormValues } from '#ui/forms/form-values.ts'
import type { UndeclaredField } from '#ui/forms/newer-version-note.tsx'
import type { StoredValues } from '#ui/forms/use-form.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { getStatusInfo, isStatus } from '@tahanan/contract/statuses.ts'

export function getOfficeFields({ status, remarks, tenant }: StoredValues): FormValues {
  return { status, remarks: remarks ?? '', tenant: isTenant(tenant) ? toPickedTenant(tenant) : undefined }
}

export const getChosenStatus = ({ status }: FormValues): number => (typeof status === 'number' ? status : 0)

export function getTenant({ tenant }: FormValues): PickedTenant | undefined {
  return isTenant(tenant) ? tenant : undefined
}

export function toOfficeFieldsBody({ status, remarks, tenant }: FormValues): Details {
  return {
    ...(status !== undefined && { status }),
    ...(typeof remarks === 'string' && { remarks: remarks.trim() }),
    ...(isTenant(tenant) && { tenantId: tenant.id }),
  }
}

export const OFFICE_FIELD_FORMATS: Readonly<Record<string, UndeclaredField>> = {
  status: {
    label: 'Status',
    formatValue: (value) => {
      if (!isStatus(value)) return ''
      const { label, editLabel = label } = getStatusInfo(value)
      return editLabel
    },
  },
  remarks: { label: 'Remarks', formatValue: (remarks) => (typeof remarks === 'string' ? remarks : '') },
  tenant: { label: 'Tenant', formatValue: (tenant) => (isTenant(tenant) ? formatTenant(tenant) : '') },
}

// Keeps only these properties. Otherwise the tenant of a ticket would not equal the same tenant in the search
// results, which has other properties.
const toPickedTenant = ({ id, clientCode, uoccname }: PickedTenant): PickedTenant => ({
  id,
  clientCode,
  uoccname,
})

function isTenant(value: unknown): value is PickedTenant {
  return typeof value === 'object' && value !== null && 'id' in value && 'clientCode' in value
}
