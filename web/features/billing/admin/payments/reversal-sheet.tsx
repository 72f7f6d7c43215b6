import { useState } from 'react'
import { pesos } from '#lib/money.ts'
import { Field } from '#ui/controls/field.tsx'
import { PasswordInput } from '#ui/controls/password-input.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import type { Payment } from '@tahanan/contract/billing/answers.ts'
import { reversalForm } from '@tahanan/contract/billing/payment.ts'
import { settledAmount } from '@tahanan/contract/billing/withholding.ts'
import type { FieldErrors } from '@tahanan/contract/errors.ts'
import { BALANCE_KEYS } from '../../calls.ts'

/** Form that reverses a posted payment, with reason and password (rules 16.14). */
export function ReversalSheet({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const { id, referenceNumber, tenant, amountPaid, withholding, reservation } = payment
  return (
    <FormSheet
      declared={reversalForm}
      title={`Reverse ${referenceNumber}`}
      subtitle={`${tenant.uoccname}, ${tenant.clientCode}`}
      path={`/payment/${id}/reversal`}
      noun="Reversal"
      stale={[['payment', id], ['payments'], ...BALANCE_KEYS]}
      addition={{
        dirty: password !== '',
        errors: (): FieldErrors => (password === '' ? { password: ['Please input your password!'] } : {}),
        body: () => ({ password }),
        render: (form) => (
          <Field label="Your password" required error={form.errors.password} className="wide">
            <PasswordInput
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                setPassword(event.target.value)
                form.clearErrors('password')
              }}
            />
          </Field>
        ),
      }}
      onClose={onClose}
    >
      <p className="callout wide">
        The payment stays posted and is shown as Reversed{amountPaid > 0 && '; its receipt is void'}.{' '}
        {reservation
          ? 'What is left to pay stays as it is.'
          : `What is left to pay rises by ${pesos(settledAmount(amountPaid, withholding?.amount ?? 0))}.`}
      </p>
    </FormSheet>
  )
}
