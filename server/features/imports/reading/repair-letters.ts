/**
 * Letters of the MS-DOS code pages 437 and 850. The key is the character that the same byte means in
 * Windows-1252.
 */
const DOS_LETTERS: Readonly<Record<string, string>> = {
  '¥': 'Ñ',
  '¤': 'ñ',
  '¡': 'í',
  '¢': 'ó',
  '£': 'ú',
  '‚': 'é',
  '\u0090': 'É',
  '\u0081': 'ü',
}
const DOS = /(?<=\p{L})[¥¤¡¢£‚\u0090\u0081](?![\p{N}\p{Sc}])|(?<![^\s(])[¥¤](?=\p{L})/gu
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
)
/**
 * UTF-8 character that was decoded as Windows-1252: its leading byte and second byte appear as two
 * characters.
 */
const UTF8_AS_1252 = /[Â-ô][^\p{ASCII}\p{L}]|[Â-ô][ŒœŠšŽžŸƒªº]/u
/** Letter that was lost: a question mark or a symbol in the middle of a word. */
const LOST_LETTER = /\p{L}[?\p{Sc}\p{So}†‡‰„¬]\p{L}/u
/** Limit of repairs, because a text may have been decoded wrongly more than once. */
const MAX_ROUNDS = 3

/** Restores letters of a wrongly decoded text: `PE¥A` and `PEÃ‘A` become `PEÑA`. */
export function repairLetters(text: string): string {
  let repaired = text
  for (let round = 0; round < MAX_ROUNDS && UTF8_AS_1252.test(repaired); round++) {
    const bytes = Array.from(repaired, (letter) => WINDOWS_1252.indexOf(letter))
    if (bytes.includes(-1)) break
    try {
      repaired = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
    } catch {
      break
    }
  }
  return repaired.replaceAll(DOS, (letter) => DOS_LETTERS[letter] ?? letter)
}

export const hasLostLetter = (text: string): boolean => LOST_LETTER.test(text)
