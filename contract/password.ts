/**
 * Limits of the length of a password (rules 1.19). There is a maximum, because hashing a long password takes
 * long.
 */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const

/** Counts blanks as characters of the password, so it does not trim it. */
export function getPasswordError(password: string): string | undefined {
  if (password.length < PASSWORD_LENGTH.min)
    return `The password needs at least ${PASSWORD_LENGTH.min} characters.`
  if (password.length > PASSWORD_LENGTH.max)
    return `The password can have at most ${PASSWORD_LENGTH.max} characters.`
  return undefined
}
