import { box, disc, drawing, shape, stroke } from './drawing.ts'

const leaf = '#1f5d4b'
const palm = (x: number, y: number, size: number): string =>
  `<g transform="translate(${x} ${y}) scale(${size})">` +
  stroke('M0 0C-3 -18 -2 -34 3 -46', '#8a5a3a', 5) +
  ['-110', '-70', '-35', '0', '35', '75', '110']
    .map((turn) =>
      shape('M0 0C8 -7 8 -22 0 -32C-8 -22 -8 -7 0 0z', leaf, `transform="translate(3 -46) rotate(${turn})"`),
    )
    .join('') +
  '</g>'

/** The lap pool under two palms. */
export const pool = drawing(
  '#f5e6cf',
  disc(262, 46, 34, '#ffd39f'),
  box(0, 120, 320, 120, '#e9d3b8'),
  palm(48, 128, 1.5),
  palm(286, 126, 1.1),
  shape('M66 132H254L300 214H20z', '#fffdf8'),
  shape('M74 138H246L286 206H34z', '#7fb8b8'),
  shape('M74 138H246L252 148H68z', '#5f9fa2'),
  stroke('M70 168c12-6 18 6 30 0s18 6 30 0', '#cfe6e3', 4),
  stroke('M170 182c12-6 18 6 30 0s18 6 30 0', '#cfe6e3', 4),
  stroke('M150 156c10-5 14 5 24 0', '#cfe6e3', 3.5),
  stroke('M222 134V118a6 6 0 0 1 12 0V150M240 134V118a6 6 0 0 1 12 0V150', '#8b8576', 3),
)

/** The function room laid for a party. */
export const functionRoom = drawing(
  '#f4ead9',
  box(0, 176, 320, 64, '#d9b48f'),
  box(40, 30, 66, 96, '#cfe0dc', 4),
  box(127, 30, 66, 96, '#cfe0dc', 4),
  box(214, 30, 66, 96, '#cfe0dc', 4),
  stroke('M73 30V126M160 30V126M247 30V126M40 78H106M127 78H193M214 78H280', '#fffdf8', 4),
  stroke('M10 16C60 44 110 44 160 18S262 44 312 16', '#35564a', 2),
  [36, 66, 98, 130, 190, 222, 254, 286]
    .map((x, i) =>
      shape(
        `M${x - 8} ${i % 4 === 0 || i % 4 === 3 ? 28 : 33}h16l-8 15z`,
        ['#c4683a', '#17594a', '#ecd289', '#d98a5f'][i % 4] ?? '',
      ),
    )
    .join(''),
  ...[84, 236].map(
    (x) =>
      shape(`M${x - 52} 160H${x + 52}L${x + 60} 212H${x - 60}z`, '#fffdf8') +
      shape(`M${x - 54} 156h108v10h-108z`, '#c4683a') +
      disc(x - 24, 153, 8, '#efe6d6') +
      disc(x + 24, 153, 8, '#efe6d6') +
      shape(`M${x - 6} 156l2-20h8l2 20z`, leaf) +
      disc(x - 4, 132, 7, '#d98a5f') +
      disc(x + 6, 130, 7, '#f9c48c'),
  ),
)

/** The gym: a treadmill and a rack of weights. */
export const gym = drawing(
  '#d9dfea',
  box(0, 184, 320, 56, '#b9c3d6'),
  box(24, 28, 120, 92, '#eef1f6', 6),
  stroke('M24 74H144M84 28V120', '#ffffff', 4),
  stroke('M52 200L166 200', '#3c4a63', 14),
  stroke('M158 196L140 96H112', '#54698f', 8),
  box(100, 84, 34, 18, '#3c4a63', 5),
  stroke('M196 110V202M292 110V202', '#54698f', 8),
  stroke('M184 132H304', '#8895ae', 6),
  ...[196, 208, 280, 292].map((x, i) =>
    box(x - 5, i % 3 === 0 ? 112 : 104, 10, i % 3 === 0 ? 40 : 56, '#c4683a', 4),
  ),
  stroke('M200 182H288', '#8895ae', 5),
  ...[206, 232, 258, 282].map((x) => disc(x, 182, 11, '#3c4a63') + disc(x, 182, 4, '#b9c3d6')),
)

/** The basketball court. */
export const court = drawing(
  '#dfe6c9',
  box(0, 0, 320, 112, '#cfe0dc'),
  palm(30, 124, 1.3),
  box(0, 112, 320, 128, '#d98a5f'),
  shape('M40 240L110 112H210L280 240z', '#c4683a'),
  stroke('M40 240L110 112H210L280 240', '#fff6e8', 4),
  stroke('M84 240C96 176 224 176 236 240', '#fff6e8', 4),
  stroke('M160 112V66', '#54698f', 7),
  box(116, 22, 88, 56, '#fffefc', 4),
  stroke('M116 26a4 4 0 0 1 4-4h80a4 4 0 0 1 4 4v48a4 4 0 0 1-4 4h-80a4 4 0 0 1-4-4z', '#35564a', 3),
  stroke('M144 44h32v22h-32z', '#aa4620', 3.5),
  stroke('M142 78h36', '#aa4620', 5),
  stroke('M146 82l6 22M158 82l0 22M174 82l-6 22M148 92h24', '#fffdf8', 2.5),
  disc(228, 196, 20, '#e08a3c'),
  stroke('M208 196h40M228 176v40M214 182c10 8 10 20 0 28M242 182c-10 8-10 20 0 28', '#8f3715', 2.5),
)

/** The play area for children. */
export const playArea = drawing(
  '#e3eef0',
  disc(58, 48, 26, '#ffe2b8'),
  box(0, 168, 320, 72, '#cdde92'),
  shape('M0 176C60 150 120 184 180 168S290 160 320 174V240H0z', '#b8cf78'),
  stroke('M196 196V96M268 196V96', '#8a5a3a', 9),
  shape('M184 98L232 52L280 98z', '#c4683a'),
  box(192, 124, 80, 12, '#35564a', 3),
  stroke('M196 130C150 134 140 190 92 202', '#ecd289', 18),
  stroke('M196 124C146 128 134 184 86 196', '#fff6e8', 3),
  stroke('M268 150h-14M268 166h-14M268 182h-14', '#8a5a3a', 5),
  stroke('M40 196L62 108L84 196M62 108H128M106 196L128 108L150 196', '#54698f', 7),
  stroke('M80 110V166M100 110V166', '#5d6761', 3),
  box(72, 164, 36, 8, '#aa4620', 3),
)

/** The roof deck with its grill, at dusk. */
export const roofDeck = drawing(
  '#f5cfa4',
  disc(92, 112, 42, '#ffe6c4'),
  box(0, 120, 320, 30, '#7f9c8c'),
  ...[18, 66, 126, 178, 238, 284].map((x, i) =>
    box(x, 84 - (i % 3) * 18, 34, 66 + (i % 3) * 18, i % 2 ? '#5d7d70' : '#6d8d80'),
  ),
  ...[26, 76, 136, 190, 248, 294].map(
    (x, i) => box(x, 96 - (i % 3) * 12, 6, 8, '#ffd39f') + box(x + 12, 112, 6, 8, '#ffd39f'),
  ),
  box(0, 150, 320, 90, '#b98860'),
  stroke('M0 172H320M0 194H320M0 218H320', '#a5764f', 2.5),
  stroke('M0 146H320M20 146V168M90 146V168M160 146V168M230 146V168M300 146V168', '#35564a', 4),
  shape('M196 152h84a42 36 0 0 1-84 0z', '#3c4a48'),
  stroke('M208 184L198 222M268 184L278 222', '#3c4a48', 6),
  stroke('M194 150h88', '#8b8576', 5),
  stroke('M216 138c-5-8 5-11 0-20M238 138c-5-8 5-11 0-20M260 138c-5-8 5-11 0-20', '#fff6e8', 4),
  shape('M52 190h76v10h-76z', '#8a4a2b'),
  stroke('M62 200V226M118 200V226', '#8a4a2b', 6),
  disc(78, 184, 7, '#c4683a'),
  disc(100, 184, 7, '#17594a'),
)
