import { box, disc, drawing, shape, stroke } from './drawing.ts'

const drop = (x: number, y: number, size: number): string =>
  shape(
    'M0 -10C6 -2 8 2 8 6A8 8 0 0 1 -8 6C-8 2 -6 -2 0 -10z',
    '#6ba7b8',
    `transform="translate(${x} ${y}) scale(${size})"`,
  )

/** The lobby door with its left panel cracked, and whole again once the case is closed. */
export const crackedGlass = lobbyDoor(true)
export const mendedGlass = lobbyDoor(false)

function lobbyDoor(cracked: boolean): string {
  return drawing(
    '#efe6d6',
    box(0, 206, 320, 34, '#c9b79c'),
    box(56, 22, 208, 190, '#35564a', 4),
    box(66, 32, 90, 174, '#d9e8e6'),
    box(164, 32, 90, 174, '#d9e8e6'),
    shape('M74 32H104L66 92V46z M172 32H202L164 92V46z', '#eef6f4'),
    stroke('M148 112V138M172 112V138', '#f4efe4', 6),
    cracked
      ? stroke(
          'M104 132L88 88L74 62M104 132L128 84L140 48M104 132L146 146M104 132L84 176L72 196M104 132L118 172L136 204M88 88L112 98L128 84M84 176L118 172L146 146',
          '#48544e',
          2.5,
        ) +
          disc(104, 132, 6, '#48544e') +
          shape('M92 206l8-10 6 10zM118 206l10-8 4 8z', '#b7cdca')
      : stroke('M82 186L132 60M94 194L144 68', '#fbfdfc', 4),
  )
}

/** A brown stain under a ceiling, dripping into a pail. */
export const leakingCeiling = drawing(
  '#f1ece2',
  box(0, 0, 320, 70, '#fffdf8'),
  stroke('M0 70H320', '#d9d1c2', 3),
  shape('M96 34C110 14 146 24 160 16S214 22 222 42 190 64 160 60 84 62 96 34z', '#dcc39a'),
  shape('M124 38C134 28 152 34 164 30S194 34 196 44 172 54 156 50 116 50 124 38z', '#c7a470'),
  drop(150, 82, 0.9),
  drop(172, 104, 0.9),
  drop(156, 134, 1),
  box(0, 206, 320, 34, '#d8c3a0'),
  shape('M116 156H206L196 222H126z', '#c4683a'),
  shape('M116 156H206L204 170H118z', '#8fbccb'),
  stroke('M116 156C120 126 202 126 206 156', '#8b8576', 4),
  shape('M70 222c10-8 40-8 50 0zM206 224c10-6 30-6 40 0z', '#b9d6de'),
)

/** The same ceiling, dry and painted. */
export const mendedCeiling = drawing(
  '#f1ece2',
  box(0, 0, 320, 70, '#fffdf8'),
  stroke('M0 70H320', '#d9d1c2', 3),
  box(84, 10, 150, 50, '#f6f2e9', 6),
  box(0, 206, 320, 34, '#d8c3a0'),
  stroke('M110 222L150 96M210 222L170 96M120 190H200M128 164H192M136 138H184M144 114H176', '#8a5a3a', 7),
  box(214, 178, 44, 44, '#c9d3cc', 4),
  box(212, 172, 48, 10, '#8b8576', 4),
)

/** A parked car with a long scratch along its door. */
export const scratchedCar = drawing(
  '#dcdcd6',
  box(0, 170, 320, 70, '#b9b8b0'),
  stroke('M20 240L52 170M300 240L268 170', '#fffdf8', 5),
  shape('M34 150C34 130 62 124 84 122L112 90H204L240 122C272 124 290 132 290 156V176H34z', '#54698f'),
  shape('M96 120L118 98H152V120zM162 98H200L222 120H162z', '#d9e8e6'),
  disc(92, 178, 26, '#2c3633'),
  disc(92, 178, 11, '#b9c3d6'),
  disc(232, 178, 26, '#2c3633'),
  disc(232, 178, 11, '#b9c3d6'),
  stroke('M124 140C150 132 178 148 214 138', '#f1ece2', 3.5),
  stroke('M132 148C150 144 166 152 188 148', '#f1ece2', 2),
  box(276, 140, 14, 10, '#ecd289', 3),
  box(34, 146, 10, 12, '#c0564a', 3),
)

/** A hallway with a wet floor and a lamp that is out. */
export const darkHallway = drawing(
  '#58635d',
  shape('M0 0H320L214 66H106z', '#3f4a45'),
  shape('M0 240H320L214 152H106z', '#6b6353'),
  box(106, 66, 108, 86, '#4b5650'),
  shape('M22 46L84 84V206L22 240z', '#35564a'),
  shape('M298 46L236 84V206L298 240z', '#35564a'),
  box(142, 20, 36, 10, '#8b8576', 3),
  stroke('M150 36l-4 8M160 36v10M170 36l4 8', '#8b8576', 2.5),
  box(138, 84, 44, 68, '#2f4a40', 2),
  disc(174, 120, 3, '#ffd39f'),
  shape('M96 214C118 196 196 198 214 212S200 232 156 232 82 230 96 214z', '#8fa9ad'),
  stroke('M120 216c20-8 50-8 72 0', '#c5d5d6', 3),
)

/** Bags left beside the chute. */
export const leftGarbage = drawing(
  '#ece5d6',
  box(0, 188, 320, 52, '#cdbb9d'),
  box(98, 34, 124, 96, '#8b9a93', 6),
  box(112, 48, 96, 68, '#6f7e77', 4),
  stroke('M140 98H180', '#e8ebe6', 8),
  shape('M52 214C40 176 64 156 88 150L82 138H110L104 150C130 158 146 180 134 214z', '#2c3633'),
  shape('M134 220C124 186 150 168 170 164L166 152H190L186 164C210 170 226 190 214 220z', '#3c4a48'),
  shape('M216 218C210 196 226 184 240 180L238 172H256L253 180C270 186 280 198 272 218z', '#35564a'),
  stroke('M74 170c-4 10-6 20-4 32M162 182c-4 8-5 16-4 26', '#5d6761', 3),
  shape('M24 222l16-10 12 12-16 4zM282 226l14-6 8 10z', '#d98a5f'),
)

/** A cleaned aircon with its filter beside it: what a work service shows. */
export const airconService = drawing(
  '#cfe0dc',
  box(46, 42, 228, 74, '#f8fbf9', 14),
  stroke('M66 96H254', '#9db9b1', 5),
  disc(246, 64, 6, '#2f7a66'),
  stroke('M130 134c10 12-10 20 0 34M170 134c10 12-10 20 0 34', '#5e988b', 6),
  box(0, 200, 320, 40, '#b3c9c3'),
  `<g transform="rotate(-8 226 178)">${box(186, 146, 84, 62, '#fffdf8', 5)}${stroke('M196 158H260M196 170H260M196 182H260M196 194H260M212 150V204M228 150V204M244 150V204', '#9db9b1', 2)}</g>`,
  shape('M44 168h60l8 56H36z', '#54698f'),
  shape('M44 168h60l2 12H42z', '#b9d6de'),
  stroke('M46 168C50 140 98 140 102 168', '#8b8576', 4),
  stroke('M84 176L106 122', '#8a5a3a', 5),
)
