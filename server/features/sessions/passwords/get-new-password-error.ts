import { getPasswordError } from '@tahanan/contract/password.ts'

const LEAKED_PASSWORD_MESSAGE =
  'This password is on the lists that attackers try first. Please choose another.'

export async function getNewPasswordError(password: string): Promise<string | undefined> {
  return getPasswordError(password) ?? ((await isLeaked(password)) ? LEAKED_PASSWORD_MESSAGE : undefined)
}

let leakedPasswords: Promise<ReadonlySet<string>> | undefined

async function isLeaked(password: string): Promise<boolean> {
  // The dictionary is loaded at its first use, because it takes six megabytes and most calls do not need it.
  leakedPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(
        dictionary['passwords-common'].filter(
          (listedPassword) => getPasswordError(listedPassword) === undefined,
        ),
      ),
  )
  return (await leakedPasswords).has(password.toLowerCase())
}
