const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Scans the text without parsing it, because parsing a megabyte of brackets and walking the result would block the
 * process for seconds.
 */
export function isJsonDeeperThan(text: string, depth: number): boolean {
  let level = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isInString = false
    } else if (code === QUOTE) isInString = true
    // Sets bit 0x20 before comparing: '[' and '{' differ only in this bit, and so do ']' and '}'.
    else if ((code | 0x20) === 0x7b) {
      if (++level > depth) return true
    } else if ((code | 0x20) === 0x7d) level--
  }
  return false
}
