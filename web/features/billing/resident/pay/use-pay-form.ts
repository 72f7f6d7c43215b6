import type { Form } from '@tahanan/contract/forms/validate.ts'
import { useState } from 'react'
import { readDraft } from '../../../../ui/forms/drafts.ts'
import { type FormState, useForm } from '../../../../ui/forms/use-form.ts'
import type { FormValues } from '../../../../ui/forms/form-values.ts'
import { useKeptDraft } from '../../../../ui/forms/use-kept-draft.ts'
import { useResident } from '../../../../lib/api/me.ts'

/**
 * The form of one way to pay, prefilled; unsent input comes back. Call `forget` once it was sent.
 */
export function usePayForm(
  declared: Form,
  name: string,
  known: FormValues,
): { form: FormState; restored: boolean; forget: () => void } {
  const { clientCode } = useResident()
  const [kept] = useState(() => readDraft(clientCode, name)?.values)
  const [start] = useState(() => ({ ...known, ...kept }))
  const form = useForm({ form: declared, writer: 'resident', action: 'create', draft: { values: start } })
  const typed = Object.entries(form.changed).some(([key, value]) => known[key] !== value)
  const forget = useKeptDraft(clientCode, name, form, typed)
  return {
    form,
    restored: kept !== undefined,
    forget,
  }
}

/** The balance as the amount to begin with; nothing where nothing is owed. */
export function amountDue(soaAmount: number): string {
  return soaAmount > 0 ? soaAmount.toFixed(2) : ''
}
