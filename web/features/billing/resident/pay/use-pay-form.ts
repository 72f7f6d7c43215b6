import type { OpenCharge } from '@tahanan/contract/billing/answers.ts'
import type { PaymentMethod } from '@tahanan/contract/billing/payment.ts'
import type { Details, Form } from '@tahanan/contract/forms/validate.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readDraft } from '../../../../ui/forms/drafts.ts'
import { useForm } from '../../../../ui/forms/use-form.ts'
import type { FormValues } from '../../../../ui/forms/form-values.ts'
import { useKeptDraft } from '../../../../ui/forms/use-kept-draft.ts'
import { api } from '../../../../lib/api/api.ts'
import { useResident } from '../../../../lib/api/me.ts'
import { openChargesQuery } from '../../calls.ts'

/** The charge that the payer names, of those that are open. */
export interface ChargeChoice {
  open: readonly OpenCharge[]
  chosen: number | undefined
  choose: (charge: OpenCharge | undefined) => void
}

interface PayFormOptions {
  declared: Form
  method: PaymentMethod
  known: FormValues
  /** Call that begins the payment. */
  path: string
  /** Refusals that the page tells itself. */
  handles?: 'all' | readonly number[]
}

/** The form of one way to pay, prefilled, and its call; unsent input comes back. Call `forget` once it was sent. */
export function usePayForm<Begun>({ declared, method, known, path, handles = [] }: PayFormOptions) {
  const { id, clientCode } = useResident()
  const client = useQueryClient()
  const [kept] = useState(() => readDraft(clientCode, method)?.values)
  const [start] = useState(() => ({ ...known, ...kept }))
  const form = useForm({ form: declared, writer: 'resident', action: 'create', draft: { values: start } })
  const { data: open } = useQuery(openChargesQuery(id))
  const [chargeId, setChargeId] = useState<number>()
  const charge = open?.data.find((one) => one.id === chargeId)
  const charges: ChargeChoice = {
    open: open?.data ?? [],
    chosen: charge?.id,
    choose: (chosen) => {
      setChargeId(chosen?.id)
      form.set('amountPaid', chosen ? chosen.leftToPay.toFixed(2) : known.amountPaid)
    },
  }
  const typed = Object.entries(form.changed).some(([key, value]) => known[key] !== value)
  const forget = useKeptDraft(clientCode, method, form, typed)
  const { mutateAsync: send, isPending: busy } = useMutation({
    mutationFn: (body: Details) => api.post<Begun>(path, { ...body, ...(charge && { chargeId: charge.id }) }),
    meta: { handles },
  })
  const refresh = () => void client.invalidateQueries({ queryKey: ['payments'] })
  return { form, charges, restored: kept !== undefined, forget, send, busy, refresh }
}

/** Returns the amount to begin with: the one left to pay, or nothing. */
export function amountDue(leftToPay: number): string {
  return leftToPay > 0 ? leftToPay.toFixed(2) : ''
}
