/**
 * Letters of the MS-DOS code pages 437 and 850. The key is the character that the same byte means in
 * Windows-1252.
 */
const DOS_CHARACTERS: Readonly<Record<string, string>> = {
  '¥': 'Ñ',
  '¤': 'ñ',
  '¡': 'í',
  '¢': 'ó',
  '£': 'ú',
  '‚': 'é',
  '\u0090': 'É',
  '\u0081': 'ü',
}
const DOS_CHARACTER_PATTERN = /(?<=\p{L})[¥¤¡¢£‚\u0090\u0081](?![\p{N}\p{Sc}])|(?<![^\s(])[¥¤](?=\p{L})/gu
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(
  Uint8Array.from({ length: 256 }, (_, byte) => byte),
)
/**
 * UTF-8 character that was decoded as Windows-1252: its leading byte and second byte appear as two
 * characters.
 */
const MISREAD_UTF8_PATTERN = /[Â-ô][^\p{ASCII}\p{L}]|[Â-ô][ŒœŠšŽžŸƒªº]/u
const LOST_CHARACTER_PATTERN = /\p{L}[?\p{Sc}\p{So}†‡‰„¬]\p{L}/u
/** Maximum repairs of one text, which may have been decoded wrongly more than once. */
const MAX_ROUNDS = 3

/** Restores letters of a wrongly decoded text: `PE¥A` and `PEÃ‘A` become `PEÑA`. */
export function repairEncoding(text: string): string {
  let repairedText = text
  for (let round = 0; round < MAX_ROUNDS && MISREAD_UTF8_PATTERN.test(repairedText); round++) {
    const bytes = Array.from(repairedText, (character) => WINDOWS_1252.indexOf(character))
    if (bytes.includes(-1)) break
    try {
      repairedText = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
    } catch {
      break
    }
  }
  return repairedText.replaceAll(DOS_CHARACTER_PATTERN, (character) => DOS_CHARACTERS[character] ?? character)
}

export const hasLostCharacter = (text: string): boolean => LOST_CHARACTER_PATTERN.test(text)
