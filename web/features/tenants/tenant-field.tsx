import { useQuery } from '@tanstack/react-query'
import { useAdmin, createTenantQuery } from '#lib/api/me.ts'
import { formatAmountDue } from '#lib/money.ts'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import type { FormState } from '#ui/forms/use-form.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { type PickedTenant, formatTenant } from './tenant-options.ts'
import { TenantPicker } from './tenant-picker.tsx'

interface TenantFieldProps {
  form: Pick<FormState, 'errors' | 'clearErrors'>
  value: PickedTenant | undefined
  fixedTenant?: PickedTenant
  /** Id of the tenant whose balance the page already shows elsewhere, so the field does not show it again. */
  shownTenantId?: number
  className?: string
  disabled?: boolean
  onChange: (tenant: PickedTenant | undefined) => void
}

export function TenantField({
  form,
  value,
  fixedTenant,
  shownTenantId,
  className,
  disabled,
  onChange,
}: TenantFieldProps) {
  const { roles } = useAdmin()
  const canLoadTenant =
    value !== undefined && value.id !== shownTenantId && rolesAllow(roles, 'tenants', 'view')
  const { data } = useQuery({ ...createTenantQuery(value?.id ?? 0), enabled: canLoadTenant })
  const leftToPay = data && canLoadTenant ? formatAmountDue(data.leftToPay) : undefined
  return (
    <Field label="Tenant" required error={form.errors.tenantId} help={leftToPay} className={className}>
      {fixedTenant ? (
        <Input value={formatTenant(fixedTenant)} disabled readOnly />
      ) : (
        <TenantPicker
          value={value}
          disabled={disabled}
          onChange={(tenant) => {
            onChange(tenant)
            form.clearErrors('tenantId')
          }}
        />
      )}
    </Field>
  )
}
