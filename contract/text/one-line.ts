/**
 * Matches soft hyphens, zero-width characters and direction marks. Does not match joiners between emoji,
 * because these combine the emoji.
 */
const INVISIBLE_CHARACTERS =
  /[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|(?<!\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d/gu

export const toOneLine = (text: string): string =>
  text
    .replaceAll(INVISIBLE_CHARACTERS, '')
    .split(/[\t\n\v\f\r\u0085\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/**
 * Whether a text has no visible character. Fillers and the braille blank are invisible, although Unicode
 * counts them as letters.
 */
export const isBlank = (text: string): boolean =>
  text.replaceAll(/[\s\p{Default_Ignorable_Code_Point}\u2800]/gu, '') === ''

/** Pattern for schemas that matches every text that is not `isBlank`. */
export const VISIBLE_CHARACTER_PATTERN =
  '[^\\s\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0]'
