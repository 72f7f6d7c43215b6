import { isWebAddress } from '../rich-text.ts'

export interface TextPart {
  readonly text: string
  readonly href?: string
}

/**
 * Matches a web address. It ends before a blank, an invisible character, a quotation mark or a tag, and must
 * not follow a letter.
 */
const WEB_ADDRESS_PATTERN = /(?<![\p{L}\p{N}@/._-])(?:https?:\/\/|www\.(?=[\p{L}\p{N}]))[^\s\p{C}"<>`\\]+/giu

/** Punctuation that is not part of an address if it stands at the end. */
const PUNCTUATION_MARKS = new Set('.,;:!?\'"*~…。、，；：！？’”»›')
const OPENING_BRACKETS: Readonly<Record<string, string>> = {
  ')': '(',
  ']': '[',
  '}': '{',
  '）': '（',
  '」': '「',
}

/**
 * Splits a text at its web addresses (rules 23.48). Addresses that begin with 'www.' are opened by https. An
 * address with a user name stays plain text, because a user name can hide the real target.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(WEB_ADDRESS_PATTERN))
    for (const [address, at] of findAddresses(found, index)) {
      const href = /^www\./i.test(address) ? `https://${address}` : address
      if (!isWebAddress(href)) continue
      if (at > from) parts.push({ text: text.slice(from, at) })
      parts.push({ text: address, href })
      from = at + address.length
    }
  if (from < text.length || parts.length === 0) parts.push({ text: text.slice(from) })
  return parts
}

/** Splits text without blanks into addresses, because a comma may separate two addresses. */
function findAddresses(run: string, index: number): [address: string, at: number][] {
  let at = index
  return run.split(/(?<=[,;|])(?=https?:\/\/|www\.)/i).map((one) => {
    const addressAndIndex: [string, number] = [removeTrailingPunctuation(one), at]
    at += one.length
    return addressAndIndex
  })
}

function removeTrailingPunctuation(address: string): string {
  const letters = [...address]
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  for (let last = letters.at(-1); last !== undefined; last = letters.at(-1)) {
    const openingBracket = OPENING_BRACKETS[last]
    const isUnopened =
      openingBracket !== undefined && (counts.get(last) ?? 0) > (counts.get(openingBracket) ?? 0)
    if (!PUNCTUATION_MARKS.has(last) && !isUnopened) break
    counts.set(last, (counts.get(last) ?? 0) - 1)
    letters.pop()
  }
  return letters.join('')
}
