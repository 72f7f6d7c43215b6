/** Lengths of passwords in all three areas (rules 1.19). Longer ones are refused because hashing takes time by the byte. */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const

/** Returns what is wrong with a new password, or undefined. Any characters count; nothing is trimmed away. */
export function passwordProblem(password: string): string | undefined {
  if (password.length < PASSWORD_LENGTH.min)
    return `The password needs at least ${PASSWORD_LENGTH.min} characters.`
  if (password.length > PASSWORD_LENGTH.max)
    return `The password can have at most ${PASSWORD_LENGTH.max} characters.`
  return undefined
}
