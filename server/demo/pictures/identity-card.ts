import { box, disc, drawing, lettering, letteringWidth, shape, stroke } from './drawing.ts'

/**
 * A made-up identity card that nobody can take for a real one: no office, no number, and SPECIMEN across it.
 * `tint` and `hair` only make the cards of different visitors look different.
 */
export function identityCard(tint: string, hair: string): string {
  const word = 'SPECIMEN'
  const width = letteringWidth(word, 30)
  return drawing(
    '#d8cbb5',
    `<g transform="rotate(-3 160 120)">`,
    box(30, 36, 264, 170, '#b9ab93', 14),
    box(26, 30, 264, 170, '#fffefc', 14),
    shape('M26 44a14 14 0 0 1 14-14H276a14 14 0 0 1 14 14V62H26z', tint),
    lettering('SAMPLE CARD', { x: 42, y: 39, height: 13, color: '#fffefc', weight: 1.1 }),
    box(44, 78, 78, 96, '#e9e3d6', 6),
    shape('M52 174C52 146 66 138 83 138S114 146 114 174z', tint),
    disc(83, 116, 21, '#d7a47d'),
    shape('M61 116C58 88 108 88 105 116C98 106 92 104 83 104S68 106 61 116z', hair),
    ...[84, 104, 124].map(
      (y, i) =>
        stroke(`M140 ${y}H176`, '#b9b3a5', 4) + stroke(`M140 ${y + 8}H${[262, 236, 250][i]}`, '#48544e', 5),
    ),
    stroke('M142 168c10-16 14 8 22-6s10 10 20 0 14-8 22 0', '#2c489f', 2.5),
    `</g>`,
    `<g transform="rotate(-16 160 122)" opacity="0.86">`,
    lettering(word, { x: 160 - width / 2, y: 108, height: 30, color: '#aa4620', weight: 0.9 }),
    `</g>`,
  )
}
