const REQUIRED_MESSAGES = {
  oldPassword: 'Please input your old password!',
  newPassword: 'Please input your new password!',
  reNewPassword: 'Please re-type your new password!',
}

export type Passwords = Record<keyof typeof REQUIRED_MESSAGES, string>

interface PasswordCheck {
  missing: Readonly<Partial<Record<keyof Passwords, string>>>
  unmatched?: string
}

/**
 * Checks that all three passwords are given, and that the new password equals its repetition (rules 1.22).
 */
export function checkPasswords(values: Passwords): PasswordCheck {
  const emptyFields = (Object.keys(REQUIRED_MESSAGES) as (keyof Passwords)[]).filter(
    (key) => values[key] === '',
  )
  const requiredErrors = Object.fromEntries(emptyFields.map((key) => [key, REQUIRED_MESSAGES[key]]))
  const isConfirmationDifferent = emptyFields.length === 0 && values.newPassword !== values.reNewPassword
  return isConfirmationDifferent
    ? { missing: requiredErrors, unmatched: 'The new password and re-type password does not matched.' }
    : { missing: requiredErrors }
}
