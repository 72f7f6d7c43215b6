import type { PickedTenant } from '#features/tenants/tenant-options.ts'
import type { FormState } from '#ui/forms/use-form.ts'
import { withholdingFields } from '@tahanan/contract/billing/withholding.ts'

/**
 * Sets the payer of a counter payment, and clears the withheld tax, because it was typed for another payer.
 */
export function chooseTenant(
  form: Pick<FormState, 'before' | 'set'>,
  tenant: PickedTenant | undefined,
): void {
  form.set('tenant', tenant)
  for (const key of Object.keys(withholdingFields)) form.set(key, form.before[key])
}
