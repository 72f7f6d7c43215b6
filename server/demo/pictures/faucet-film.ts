import { box, disc, drawing, shape, stroke } from './drawing.ts'

export const FILM = { width: 640, height: 480, framesPerSecond: 10, frames: 40 } as const

/** One frame of a kitchen faucet that drips twice in four seconds while the basin fills. */
export function faucetFrame(frame: number): string {
  const beat = (frame % 20) / 20
  const swelling = beat < 0.45
  // A drop swells at the spout, then falls as things fall.
  const fall = swelling ? 0 : (beat - 0.45) / 0.35
  const y = 118 + Math.min(1, fall * fall) * 74
  const size = swelling ? 0.3 + beat * 1.2 : 0.85
  const ripple = fall > 1 ? (fall - 1) * 60 : 0
  return drawing(
    '#e7eeea',
    ...[0, 64, 128, 192, 256].map((x) => stroke(`M${x} 0V196M0 ${x}H320`, '#d3ddd7', 2)),
    shape('M30 196H290L270 240H50z', '#c3cbc8'),
    shape('M50 200H270L262 228H58z', '#8fbccb'),
    shape('M50 200H270L267 209H53z', '#b9d6de'),
    box(196, 60, 26, 140, '#8895ae', 6),
    stroke('M209 74C206 30 132 26 128 92', '#8895ae', 22),
    stroke('M212 76C206 38 140 34 134 90', '#b9c3d6', 5),
    box(116, 92, 26, 14, '#6d7b95', 4),
    box(190, 46, 38, 18, '#6d7b95', 6),
    stroke('M228 52H262', '#6d7b95', 10),
    disc(264, 52, 9, '#c4683a'),
    fall > 1
      ? ''
      : shape(
          'M0 -10C6 -2 8 2 8 6A8 8 0 0 1 -8 6C-8 2 -6 -2 0 -10z',
          '#4f93a8',
          `transform="translate(129 ${y}) scale(${size})"`,
        ),
    ripple > 0
      ? `<ellipse cx="129" cy="210" rx="${6 + ripple}" ry="${2 + ripple / 6}" fill="none" stroke="#fffdf8" stroke-width="2.500"/>`
      : '',
  )
}
