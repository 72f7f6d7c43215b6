import type { PickedTenant } from '#features/tenants/tenant-options.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { withholdingFields } from '@tahanan/contract/billing/withholding.ts'

/**
 * Sets the tenant who pays at the counter. Clears the charge and the withheld tax, because they belong to the
 * previous tenant.
 */
export function chooseTenant(
  form: Pick<FormState, 'before' | 'set'>,
  tenant: PickedTenant | undefined,
): void {
  form.set('tenant', tenant)
  form.set('charge', undefined)
  for (const key of Object.keys(withholdingFields)) form.set(key, form.before[key])
}
