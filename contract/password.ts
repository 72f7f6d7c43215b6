/** Limits of a password (rules 1.19). The maximum limits the time of hashing. */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const

/** Does not trim the password: blanks count as characters. */
export function getPasswordError(password: string): string | undefined {
  if (password.length < PASSWORD_LENGTH.min)
    return `The password needs at least ${PASSWORD_LENGTH.min} characters.`
  if (password.length > PASSWORD_LENGTH.max)
    return `The password can have at most ${PASSWORD_LENGTH.max} characters.`
  return undefined
}
