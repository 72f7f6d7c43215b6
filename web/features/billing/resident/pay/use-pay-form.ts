import type { PaymentMethod } from '@tahanan/contract/billing/payment.ts'
import { withTax } from '@tahanan/contract/billing/withholding.ts'
import type { Details, Form } from '@tahanan/contract/forms/validate.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readDraft } from '../../../../ui/forms/drafts.ts'
import { useForm } from '../../../../ui/forms/use-form.ts'
import type { FormValues } from '../../../../ui/forms/form-values.ts'
import { useKeptDraft } from '../../../../ui/forms/use-kept-draft.ts'
import { api } from '../../../../lib/api/api.ts'
import { useResident } from '../../../../lib/api/me.ts'
import { useChargeChoice } from '../../charges/charge-field.tsx'
import { queryClient } from '../../../../lib/api/query-client.ts'

interface PayFormOptions {
  declared: Form
  method: PaymentMethod
  tenant: Tenant
  /** Values to begin with, beside the amount that is left to pay. */
  known?: FormValues
  /** Call that begins the payment. */
  path: string
  /** Refusals that the page tells itself. */
  handles?: 'all' | readonly number[]
}

/**
 * The form of one way to pay, prefilled, with the tax withheld where the tenant names it (rules 19.3), and its call; unsent input
 * comes back. Call `forget` once it was sent.
 */
export function usePayForm<Begun>(options: PayFormOptions) {
  const { declared, method, tenant, path, handles = [] } = options
  const { id, clientCode } = useResident()
  const known: FormValues = { ...options.known, amountPaid: amountDue(tenant.leftToPay) }
  const [kept] = useState(() => readDraft(clientCode, method)?.values)
  const [start] = useState(() => ({ ...known, ...kept }))
  const [shown] = useState(() => (tenant.withholdsTax === 1 ? withTax(declared) : declared))
  const form = useForm({ form: shown, writer: 'resident', action: 'create', draft: { values: start } })
  const charges = useChargeChoice(id, (charge) =>
    form.set('amountPaid', charge ? charge.leftToPay.toFixed(2) : known.amountPaid),
  )
  const typed = Object.entries(form.changed).some(([key, value]) => known[key] !== value)
  const forget = useKeptDraft(clientCode, method, form, typed)
  const { mutateAsync: send, isPending: busy } = useMutation({
    mutationFn: (body: Details) => api.post<Begun>(path, { ...body, chargeId: charges.chosen?.id }),
    meta: { handles },
  })
  return { form, charges, restored: kept !== undefined, forget, send, busy }
}

const amountDue = (leftToPay: number): string => (leftToPay > 0 ? leftToPay.toFixed(2) : '')

/** Has the resident's payments read again, once one began. */
export const refreshPayments = (): void => void queryClient.invalidateQueries({ queryKey: ['payments'] })
