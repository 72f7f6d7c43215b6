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
  const textParts: TextPart[] = []
  let partStart = 0
  for (const { 0: matchedText, index } of text.matchAll(WEB_ADDRESS_PATTERN))
    for (const [address, startIndex] of findAddresses(matchedText, index)) {
      const href = /^www\./i.test(address) ? `https://${address}` : address
      if (!isWebAddress(href)) continue
      if (startIndex > partStart) textParts.push({ text: text.slice(partStart, startIndex) })
      textParts.push({ text: address, href })
      partStart = startIndex + address.length
    }
  if (partStart < text.length || textParts.length === 0) textParts.push({ text: text.slice(partStart) })
  return textParts
}

/** Splits a text without blanks into web addresses, because a comma may separate two addresses. */
function findAddresses(run: string, index: number): [address: string, at: number][] {
  let linkStart = index
  return run.split(/(?<=[,;|])(?=https?:\/\/|www\.)/i).map((addressText) => {
    const addressAndIndex: [string, number] = [removeTrailingPunctuation(addressText), linkStart]
    linkStart += addressText.length
    return addressAndIndex
  })
}

function removeTrailingPunctuation(address: string): string {
  const characters = [...address]
  const countByLetter = new Map<string, number>()
  for (const character of characters) countByLetter.set(character, (countByLetter.get(character) ?? 0) + 1)
  for (let lastLetter = characters.at(-1); lastLetter !== undefined; lastLetter = characters.at(-1)) {
    const openingBracket = OPENING_BRACKETS[lastLetter]
    const isUnopened =
      openingBracket !== undefined &&
      (countByLetter.get(lastLetter) ?? 0) > (countByLetter.get(openingBracket) ?? 0)
    if (!PUNCTUATION_MARKS.has(lastLetter) && !isUnopened) break
    countByLetter.set(lastLetter, (countByLetter.get(lastLetter) ?? 0) - 1)
    characters.pop()
  }
  return characters.join('')
}
