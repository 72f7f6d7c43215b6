import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PASSWORD_LENGTH } from '@tahanan/contract/password.ts'
import { invalidInput } from '../errors.ts'
import { hashPassword } from './passwords.ts'

/** Where the password was typed, and words that everybody who knows the account would try first: its login, its names. */
export interface ChosenFor {
  readonly field: string
  readonly about: readonly (string | null | undefined)[]
}

/**
 * Hashes a password that somebody chooses. Throws 400 at its field where it is one of those that are guessed first: the
 * commonest of a public list (ASVS 6.2.4), or nothing but words of the account and the portal (ASVS 6.2.11). Its length is the
 * contract's business, which forms check as well.
 */
export async function hashNewPassword(password: string, { field, about }: ChosenFor): Promise<string> {
  if ((await commonPasswords()).has(password.toLowerCase()))
    throw invalidInput({
      [field]: ['This password is one of the first that are guessed. Please choose another.'],
    })
  if (isOfTheAccount(password, about))
    throw invalidInput({
      [field]: ['Please choose a password that does not consist of your own name or code.'],
    })
  return hashPassword(password)
}

/** Words that name the portal; those of the account come with the call. */
const OWN_WORDS = ['tahanan', 'resident', 'tenant', 'admin', 'administrator', 'password'] as const
const SHORTEST_WORD = 3
/** What is left without the words must be more than a year and a sign. */
const FEWEST_LETTERS = 4

function isOfTheAccount(password: string, about: ChosenFor['about']): boolean {
  const plain = lettersAndDigits(password)
  const words = [...OWN_WORDS, ...about.flatMap((text) => wordsOf(text ?? ''))]
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), plain)
  return rest !== plain && rest.replaceAll(/\d/g, '').length < FEWEST_LETTERS
}

/** A text as a whole and by its parts: of 'ana.cruz@example.ph' also 'ana', 'cruz' and 'anacruz'. */
function wordsOf(text: string): string[] {
  const [beforeAt = ''] = text.split('@')
  return [text, beforeAt, ...text.split(/[^\p{L}\d]+/u)].map(lettersAndDigits)
}

const lettersAndDigits = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

let common: Promise<ReadonlySet<string>> | undefined

/** Some 18,000 of those that were found in leaks most often and are long enough; read when the first password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (common ??= readList().catch((error: unknown) => {
    common = undefined
    throw error
  }))
}

async function readList(): Promise<ReadonlySet<string>> {
  const path = fileURLToPath(import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json'))
  const all = JSON.parse(await readFile(path, 'utf8')) as string[]
  return new Set(all.filter(({ length }) => length >= PASSWORD_LENGTH.min))
}
