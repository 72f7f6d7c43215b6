import { box, disc, drawing, lettering, letteringWidth, stroke } from './drawing.ts'

/** How a deposit was made: at the counter with a stamp, at a machine with a narrow strip, or pictured in a hurry. */
type Slip = 'counter' | 'machine' | 'blurred'

/**
 * A made-up deposit slip that nobody can take for a real one: no bank, no number, and SPECIMEN across it. `tint` is the
 * colour of its head.
 */
export function depositSlip(tint: string, kind: Slip): string {
  const paper = kind === 'machine' ? machineStrip(tint) : counterSlip(tint)
  if (kind === 'blurred')
    return drawing(
      '#5d5347',
      '<defs><filter id="hurry"><feGaussianBlur stdDeviation="7 3"/></filter></defs>',
      `<g filter="url(#hurry)" transform="rotate(-9 160 120)">${paper}</g>`,
    )
  return drawing('#7a6a55', `<g transform="rotate(2 160 120)">${paper}${specimen()}</g>`)
}

function counterSlip(tint: string): string {
  return [
    box(34, 26, 260, 192, '#4d4235', 3),
    box(28, 20, 260, 192, '#fdfbf4', 3),
    box(28, 20, 260, 32, tint, 3),
    lettering('DEPOSIT SLIP', { x: 42, y: 29, height: 14, color: '#fdfbf4', weight: 1.1 }),
    ...[72, 96, 120].map(
      (y, i) =>
        stroke(`M42 ${y}H88`, '#a59e8e', 3) +
        stroke(`M100 ${y}H${[250, 214, 268][i]}`, '#48544e', 4) +
        stroke(`M98 ${y + 8}H272`, '#d9d1c2', 1),
    ),
    box(150, 140, 122, 34, '#efe9da', 2),
    stroke('M160 157H176M184 157H262', '#2c489f', 6),
    stroke('M44 190c10-16 14 8 22-6s10 10 20 0 14-8 22 0', '#2c489f', 2.5),
    `<g opacity="0.75" transform="rotate(-12 92 158)">${disc(92, 158, 26, '#b5453a')}${disc(92, 158, 22, '#fdfbf4')}${stroke('M74 152H110M78 162H106', '#b5453a', 3)}</g>`,
  ].join('')
}

function machineStrip(tint: string): string {
  return [
    box(102, 8, 124, 224, '#4d4235', 2),
    box(96, 4, 124, 224, '#fbfaf6', 2),
    box(110, 16, 96, 20, tint, 2),
    ...Array.from({ length: 9 }, (_, i) =>
      stroke(`M110 ${52 + i * 15}H${[150, 186, 160, 200, 142, 178, 168, 190, 156][i]}`, '#6b7470', 3),
    ),
    stroke('M110 192H206', '#48544e', 1, 'stroke-dasharray="4 5"'),
    stroke('M126 208H190', '#1b2822', 8),
  ].join('')
}

function specimen(): string {
  const word = 'SPECIMEN'
  const width = letteringWidth(word, 28)
  return `<g transform="rotate(-18 160 120)" opacity="0.8">${lettering(word, { x: 160 - width / 2, y: 106, height: 28, color: '#aa4620', weight: 0.9 })}</g>`
}
