/**
 * Flat pictures in the portal's warm palette, written as SVG and turned into JPEG by sharp. Letters are drawn as strokes:
 * a fresh machine may have no font at all.
 */

/** The canvas of every drawing; the picture is made at four times that size. */
export const CANVAS = { width: 320, height: 240 } as const

/** A whole SVG document from what lies on the canvas. */
export function drawing(ground: string, ...parts: string[]): string {
  const { width, height } = CANVAS
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${ground}"/>${parts.join('')}</svg>`
}

/** A filled shape from path data. */
export function shape(data: string, fill: string, extra = ''): string {
  return `<path d="${data}" fill="${fill}" ${extra}/>`
}

/** A round-capped line from path data. */
export function stroke(data: string, color: string, width: number, extra = ''): string {
  return `<path d="${data}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
}

export function box(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
}

export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
}

/** Each letter as strokes in a box 4 wide and 6 high. */
const LETTERS: Record<string, string> = {
  A: 'M0 6V2L2 0L4 2V6M0 4H4',
  B: 'M0 0V6H3L4 5V4L3 3H0M3 3L4 2V1L3 0H0',
  C: 'M4 1L3 0H1L0 1V5L1 6H3L4 5',
  D: 'M0 0V6H2L4 4V2L2 0Z',
  E: 'M4 0H0V6H4M0 3H3',
  G: 'M4 1L3 0H1L0 1V5L1 6H3L4 5V3H2.5',
  H: 'M0 0V6M4 0V6M0 3H4',
  I: 'M2 0V6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 3L4 0V6',
  N: 'M0 6V0L4 6V0',
  O: 'M1 0H3L4 1V5L3 6H1L0 5V1Z',
  P: 'M0 6V0H3L4 1V2L3 3H0',
  R: 'M0 6V0H3L4 1V2L3 3H0M2 3L4 6',
  S: 'M4 1L3 0H1L0 1V2L1 3H3L4 4V5L3 6H1L0 5',
  T: 'M0 0H4M2 0V6',
  U: 'M0 0V5L1 6H3L4 5V0',
  V: 'M0 0L2 6L4 0',
  W: 'M0 0L1 6L2 3L3 6L4 0',
  Y: 'M0 0L2 3L4 0M2 3V6',
}

/** Capital letters as strokes, `height` high, beginning at the upper left corner. Letters that it does not know are gaps. */
export function lettering(
  text: string,
  at: { x: number; y: number; height: number; color: string; weight?: number },
): string {
  const scale = at.height / 6
  const letters = [...text].map((letter, index) =>
    LETTERS[letter]
      ? stroke(LETTERS[letter], at.color, at.weight ?? 1, `transform="translate(${index * 6} 0)"`)
      : '',
  )
  return `<g transform="translate(${at.x} ${at.y}) scale(${scale})">${letters.join('')}</g>`
}

/** How wide that lettering becomes. */
export function letteringWidth(text: string, height: number): number {
  return ((text.length * 6 - 2) * height) / 6
}
