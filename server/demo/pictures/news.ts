import { box, disc, drawing, shape, stroke } from './drawing.ts'

/** A five-pointed star around a point, its first tip upwards. */
function star(x: number, y: number, radius: number, fill: string): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5 - Math.PI / 2
    const far = index % 2 === 0 ? radius : radius * 0.42
    return `${(x + far * Math.cos(angle)).toFixed(1)} ${(y + far * Math.sin(angle)).toFixed(1)}`
  })
  return shape(`M${points.join('L')}z`, fill)
}

/** A parol: the star lantern of a Filipino Christmas, with its two tails. */
const parol = (x: number, y: number, size: number, light: string, dark: string): string =>
  stroke(`M${x} 0V${y - size}`, '#8a5a3a', 2) +
  disc(x, y, size * 1.05, '#fff1cf') +
  star(x, y, size, light) +
  star(x, y, size * 0.55, dark) +
  stroke(
    `M${x - size * 0.55} ${y + size * 0.7}l-6 ${size * 0.8}M${x + size * 0.55} ${y + size * 0.7}l6 ${size * 0.8}`,
    light,
    5,
  )

/** Lanterns over the courtyard at dusk. */
export const lanterns = drawing(
  '#2f4a5c',
  disc(268, 40, 16, '#fff1cf'),
  disc(262, 36, 15, '#2f4a5c'),
  ...[20, 74, 246, 292].map((x, i) => box(x, 120 - (i % 2) * 26, 40, 120, i % 2 ? '#3b5a6c' : '#35546a')),
  ...[28, 46, 84, 100, 254, 272, 300].map((x, i) => box(x, 132 + (i % 3) * 18, 8, 11, '#ffd39f', 1)),
  box(0, 206, 320, 34, '#26404f'),
  parol(92, 84, 30, '#e0795a', '#ecd289'),
  parol(160, 104, 42, '#ecd289', '#c4683a'),
  parol(232, 78, 26, '#7fc0a4', '#fff1cf'),
  ...[130, 160, 190].map(
    (x, i) =>
      disc(x, 200 - (i % 2) * 4, 7, '#d9a57a') +
      box(x - 9, 206, 18, 22, ['#c4683a', '#17594a', '#54698f'][i] ?? '', 6),
  ),
)

/** A worker at an opened water main. */
export const waterMain = drawing(
  '#e6eef0',
  box(0, 150, 320, 90, '#c9a77f'),
  box(0, 140, 320, 14, '#8b8576'),
  shape('M84 154H236L216 226H104z', '#8a5a3a'),
  box(92, 184, 136, 24, '#5f9fa2', 6),
  box(146, 178, 22, 36, '#35766f', 4),
  stroke('M157 178C150 150 130 146 122 128M157 178C160 148 176 142 184 120', '#8fd0da', 5),
  disc(118, 120, 5, '#8fd0da'),
  disc(188, 112, 5, '#8fd0da'),
  disc(250, 84, 16, '#d9a57a'),
  shape('M232 82a18 18 0 0 1 36 0z', '#ecb73c'),
  shape('M230 104h40l8 46h-56z', '#c4683a'),
  stroke('M232 112L206 146M268 112L284 146', '#c4683a', 9),
  stroke('M206 120V176', '#8b8576', 5),
  ...[26, 286].map(
    (x) => shape(`M${x} 140l8-38h8l8 38z`, '#e0795a') + stroke(`M${x + 5} 120h14`, '#fffdf8', 4),
  ),
)

/** An elevator with its doors open and a technician's box before it. */
export const elevator = drawing(
  '#efe6d6',
  box(0, 204, 320, 36, '#c9b79c'),
  box(84, 26, 152, 180, '#8b8576', 4),
  box(96, 44, 128, 162, '#35564a'),
  box(96, 44, 40, 162, '#c9d3cc'),
  box(184, 44, 40, 162, '#c9d3cc'),
  box(140, 60, 40, 146, '#f3e3bf'),
  box(132, 30, 56, 10, '#1b2822', 3),
  shape('M154 38l6-7 6 7z', '#ecd289'),
  box(252, 96, 20, 44, '#fffdf8', 4),
  disc(262, 110, 5, '#c4683a'),
  disc(262, 126, 5, '#ecd289'),
  box(118, 186, 62, 30, '#c4683a', 4),
  stroke('M134 186v-8h30v8', '#8f3715', 5),
  box(142, 196, 14, 8, '#ecd289', 2),
  shape('M30 206l18-62 18 62z', '#ecb73c'),
  stroke('M40 174h16M36 190h24', '#fffdf8', 4),
)

/** A fire drill: the bell, the stairs and the sign out. */
export const fireDrill = drawing(
  '#f4ead9',
  box(0, 208, 320, 32, '#c9b79c'),
  box(36, 24, 104, 46, '#17594a', 6),
  stroke('M60 58l10-14 10 4 8-10M70 44l-6-8M78 62l-8-14M84 34a5 5 0 1 0 .1 0', '#fffdf8', 4.5),
  stroke('M104 47h20M116 39l9 8-9 8', '#fffdf8', 4.5),
  disc(236, 74, 38, '#c0392b'),
  disc(236, 74, 26, '#d9604f'),
  disc(236, 74, 8, '#fffdf8'),
  stroke('M186 50c-8 14-8 34 0 48M286 50c8 14 8 34 0 48', '#c0392b', 5),
  shape('M30 208V188H74V168H118V148H162V128H206V208z', '#b98860'),
  stroke('M34 158L206 82M74 188H30M118 168H74M162 148H118M206 128H162', '#8a5a3a', 4),
  box(262, 148, 26, 60, '#c0392b', 8),
  box(270, 138, 10, 12, '#3c4a48', 2),
  stroke('M280 142c14 0 14 16 8 26', '#3c4a48', 4),
  box(266, 166, 18, 16, '#fffdf8', 2),
)

/** A bloodletting drive: a drop over two hands. */
export const bloodDrive = drawing(
  '#f7e3dc',
  disc(160, 98, 74, '#fbf3ec'),
  shape('M160 34C184 66 202 88 202 112A42 42 0 0 1 118 112C118 88 136 66 160 34z', '#c0392b'),
  shape('M140 100c-6 10-6 24 4 32', 'none'),
  stroke('M138 104c-5 12 0 24 9 29', '#e9a79c', 6),
  stroke('M160 92V126M143 109H177', '#fffdf8', 9),
  shape('M38 178c34-8 60-6 84 14l38 4c10 2 8 16-4 16h-40l46 2 60-30c14-6 22 8 10 16l-62 40H38z', '#d9a57a'),
  box(16, 172, 30, 68, '#17594a', 4),
)

/** The weekend market under its awnings. */
export const market = drawing(
  '#e3eef0',
  disc(272, 44, 26, '#ffe2b8'),
  box(0, 196, 320, 44, '#d9c7a6'),
  ...[18, 168].map(
    (x, i) =>
      stroke(`M${x + 6} 92V214M${x + 128} 92V214`, '#8a5a3a', 6) +
      [0, 1, 2, 3, 4, 5]
        .map((n) =>
          shape(
            `M${x + n * 22.4} 62h22.4v30a11.2 11.2 0 0 1-22.4 0z`,
            n % 2 === 0 ? (i === 0 ? '#c4683a' : '#17594a') : '#fffdf8',
          ),
        )
        .join('') +
      box(x - 2, 150, 138, 14, '#b98860', 3) +
      box(x + 4, 164, 126, 48, '#a5764f'),
  ),
  ...[34, 54, 74].map((x) => disc(x, 142, 11, '#e08a3c')),
  ...[98, 118, 136].map((x) => disc(x, 143, 9, '#7ba05b')),
  ...[184, 206, 228].map((x) => shape(`M${x - 8} 150v-24a8 8 0 0 1 16 0v24z`, '#ecd289')),
  ...[252, 274, 292].map((x) => box(x - 8, 128, 16, 22, '#d98a5f', 4)),
)

/** Planting along the garden path. */
export const garden = drawing(
  '#e8f0e0',
  disc(56, 46, 24, '#ffe2b8'),
  shape('M0 150C70 120 140 160 210 138S300 130 320 140V240H0z', '#b8cf78'),
  shape('M120 240C150 190 168 176 200 146L222 146C206 180 204 204 216 240z', '#e9d3b8'),
  ...[40, 84, 252, 294].map(
    (x, i) =>
      stroke(`M${x} 186V${136 - (i % 2) * 16}`, '#8a5a3a', 6) +
      disc(x, 116 - (i % 2) * 16, 26, '#5f8f4e') +
      disc(x - 14, 130 - (i % 2) * 16, 16, '#7ba05b') +
      disc(x + 14, 130 - (i % 2) * 16, 16, '#4f7f43'),
  ),
  ...[24, 60, 100, 246, 280, 306].map(
    (x, i) =>
      stroke(`M${x} 222v-16`, '#4f7f43', 3) + disc(x, 202, 6, ['#e0795a', '#ecb73c', '#c86a8f'][i % 3] ?? ''),
  ),
  shape('M132 198h34l-5 30h-24z', '#c4683a'),
  stroke(
    'M149 198v-26M149 182c-14-2-16-12-16-12s14-2 16 12zM149 176c14-2 16-14 16-14s-14-2-16 14z',
    '#1f5d4b',
    5,
  ),
)
