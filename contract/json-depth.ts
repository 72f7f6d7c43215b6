const QUOTE_CHAR_CODE = 0x22
const BACKSLASH_CHAR_CODE = 0x5c

/**
 * Whether the brackets of a JSON text are nested deeper than `depth`. Scans the text without parsing it,
 * because parsing a megabyte of brackets and walking the result would block the process for seconds.
 */
export function isJsonDeeperThan(text: string, depth: number): boolean {
  let nestingLevel = 0
  let isInString = false
  for (let charIndex = 0; charIndex < text.length; charIndex++) {
    const code = text.charCodeAt(charIndex)
    if (isInString) {
      if (code === BACKSLASH_CHAR_CODE) charIndex++
      else if (code === QUOTE_CHAR_CODE) isInString = false
    } else if (code === QUOTE_CHAR_CODE) isInString = true
    // Sets bit 0x20 before comparing: '[' and '{' differ only in this bit, and so do ']' and '}'.
    else if ((code | 0x20) === 0x7b) {
      if (++nestingLevel > depth) return true
    } else if ((code | 0x20) === 0x7d) nestingLevel--
  }
  return false
}
