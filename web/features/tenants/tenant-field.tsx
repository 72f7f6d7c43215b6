import { useQuery } from '@tanstack/react-query'
import { useAdmin, tenantQuery } from '#lib/api/me.ts'
import { formatLeftToPay } from '#lib/money.ts'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import type { FormState } from '#ui/forms/use-form.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { type PickedTenant, formatTenant } from './tenant-options.ts'
import { TenantPicker } from './tenant-picker.tsx'

interface TenantFieldProps {
  form: Pick<FormState, 'errors' | 'clearErrors'>
  value: PickedTenant | undefined
  fixed?: PickedTenant
  /** Id of a tenant whose balance is already shown elsewhere. */
  known?: number
  className?: string
  disabled?: boolean
  onChange: (chosen: PickedTenant | undefined) => void
}

/** Shows the amount left to pay to administrators who may view tenants. */
export function TenantField({ form, value, fixed, known, className, disabled, onChange }: TenantFieldProps) {
  const { roles } = useAdmin()
  const enabled = value !== undefined && value.id !== known && allows(roles, 'tenants', 'view')
  const { data } = useQuery({ ...tenantQuery(value?.id ?? 0), enabled })
  const leftToPay = data && enabled ? formatLeftToPay(data.leftToPay) : undefined
  return (
    <Field label="Tenant" required error={form.errors.tenantId} help={leftToPay} className={className}>
      {fixed ? (
        <Input value={formatTenant(fixed)} disabled readOnly />
      ) : (
        <TenantPicker
          value={value}
          disabled={disabled}
          onChange={(chosen) => {
            onChange(chosen)
            form.clearErrors('tenantId')
          }}
        />
      )}
    </Field>
  )
}
