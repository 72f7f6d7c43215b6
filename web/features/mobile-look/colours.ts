export const HEX_COLOUR_PATTERN = /^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/

export const isColour = (text: string): boolean => HEX_COLOUR_PATTERN.test(text.trim())

/** Returns `#rrggbb`, the format of native colour pickers, or undefined if the text is no colour. */
export function toPickerColour(text: string): string | undefined {
  const hexColour = text.trim().toLowerCase()
  if (!isColour(hexColour)) return undefined
  if (hexColour.length === 4) return `#${Array.from(hexColour.slice(1), (digit) => digit + digit).join('')}`
  return hexColour.slice(0, 7)
}

/** Returns the relative luminance of WCAG 2, from 0 to 1. */
function computeLuminance(hex: string): number {
  const linearChannels = [1, 3, 5].map((offset) => {
    const channelValue = Number.parseInt(hex.slice(offset, offset + 2), 16) / 255
    return channelValue <= 0.04045 ? channelValue / 12.92 : ((channelValue + 0.055) / 1.055) ** 2.4
  })
  const [red = 0, green = 0, blue = 0] = linearChannels
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns a ratio from 1 to 21, or undefined if one of the colours is invalid. */
export function computeContrast(firstColour: string, secondColour: string): number | undefined {
  const [a, b] = [toPickerColour(firstColour), toPickerColour(secondColour)]
  if (a === undefined || b === undefined) return undefined
  const [light = 0, dark = 0] = [computeLuminance(a), computeLuminance(b)].toSorted((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const DARK_TEXT = '#1b2822'
const LIGHT_TEXT = '#f7f4ec'

export function getReadableTextColour(backgroundColour: string): string {
  return (computeContrast(backgroundColour, LIGHT_TEXT) ?? 0) >=
    (computeContrast(backgroundColour, DARK_TEXT) ?? 0)
    ? LIGHT_TEXT
    : DARK_TEXT
}

export const MIN_CONTRAST = 4.5
