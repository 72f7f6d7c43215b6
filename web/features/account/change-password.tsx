import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, getFirstMessages } from '#lib/api/api.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Button } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { PasswordInput } from '#ui/controls/password-input.tsx'
import { SubmitForm } from '#ui/controls/submit-form.tsx'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { changePassword } from './calls.ts'
import { checkPasswords, type Passwords } from './password-rules.ts'

const EMPTY_PASSWORDS: Passwords = { oldPassword: '', newPassword: '', reNewPassword: '' }

const PASSWORD_FIELDS = [
  { key: 'oldPassword', label: 'Old password', autoComplete: 'current-password' },
  { key: 'newPassword', label: 'New password', autoComplete: 'new-password' },
  { key: 'reNewPassword', label: 'Re-type new password', autoComplete: 'new-password' },
] as const

/** Form that changes the password (rules 1.22). Calls `onChanged` after the success dialog is closed. */
export function ChangePassword({ onChanged }: { onChanged?: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(EMPTY_PASSWORDS)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { mutateAsync, isPending } = useMutation({
    mutationFn: changePassword,
    meta: { handles: 'all' },
  })

  const showErrors = (fieldErrors: Readonly<Record<string, string>>): void => {
    setErrors(fieldErrors)
    const firstInvalidFieldIndex = PASSWORD_FIELDS.findIndex(({ key }) => fieldErrors[key] !== undefined)
    form.current?.querySelectorAll('input')[firstInvalidFieldIndex]?.focus()
  }
  const submit = useNonOverlappingCall(async () => {
    const { missing, unmatched } = checkPasswords(values)
    if (unmatched) await showMessage('error', 'Password Unmatched', unmatched)
    if (unmatched) return showErrors({ reNewPassword: unmatched })
    if (Object.keys(missing).length > 0) return showErrors(missing)
    try {
      await mutateAsync(values)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      // 401: the session has ended, and the login page is already loading.
      if (failure.status === 401) return 'done'
      const fieldErrors = getFirstMessages(failure.errors)
      const [reason = failure.message] = Object.values(fieldErrors)
      await showMessage('error', 'Change Password Failed', `Unable to change your password.\n${reason}`)
      return showErrors(fieldErrors)
    }
    setValues(EMPTY_PASSWORDS)
    await showMessage('success', 'Password Changed', 'Your Password has been changed succesfully.')
    onChanged?.()
  })
  return (
    <SubmitForm ref={form} className="password stack gap-4" onSubmit={() => void submit()}>
      {PASSWORD_FIELDS.map(({ key, label, autoComplete }) => (
        <Field key={key} label={label} required error={errors[key]}>
          <PasswordInput
            name={label.toLowerCase()}
            autoComplete={autoComplete}
            value={values[key]}
            onChange={(event) => {
              setValues({ ...values, [key]: event.target.value })
              setErrors({})
            }}
          />
        </Field>
      ))}
      <Button type="submit" busy={isPending}>
        Change password
      </Button>
    </SubmitForm>
  )
}
