import { box, disc, drawing, lettering, letteringWidth, shape, stroke } from './drawing.ts'

const named = (text: string, y: number, height: number, color: string): string =>
  lettering(text, { x: 160 - letteringWidth(text, height) / 2, y, height, color, weight: 1.1 })

/** A bowl of sinigang from the kitchen downstairs. */
export const kitchenAd = drawing(
  '#c4683a',
  disc(160, 126, 86, '#d9814f'),
  stroke('M124 70c-8-12 8-16 0-30M160 62c-8-12 8-16 0-30M196 70c-8-12 8-16 0-30', '#fff1dc', 5),
  shape('M72 112H248A88 78 0 0 1 72 112z', '#fffdf8'),
  shape('M84 112a76 16 0 0 1 152 0z', '#e9b872'),
  disc(126, 106, 9, '#c0392b'),
  disc(160, 101, 8, '#7ba05b'),
  disc(194, 106, 9, '#f3e3bf'),
  stroke('M140 108c8-6 14-6 20 0', '#1f5d4b', 5),
  box(126, 184, 68, 10, '#fff1dc', 4),
  named('LUTONG BAHAY', 208, 15, '#fffdf8'),
)

/** The laundry: a machine and its bubbles. */
export const laundryAd = drawing(
  '#35766f',
  box(96, 28, 128, 152, '#fffdf8', 12),
  box(96, 28, 128, 34, '#dfe9e6', 12),
  disc(118, 45, 6, '#c4683a'),
  box(150, 41, 58, 8, '#9fb8b2', 4),
  disc(160, 118, 48, '#c9d9d5'),
  disc(160, 118, 38, '#5f9fa2'),
  shape('M124 120c12-10 22 8 36 0s24-8 36 0a36 36 0 0 1-72 4z', '#cfe6e3'),
  ...[
    [52, 70, 16],
    [72, 118, 9],
    [262, 88, 12],
    [248, 140, 18],
    [42, 150, 12],
  ].map(([x = 0, y = 0, r = 0]) => disc(x, y, r, '#4f918a') + disc(x - r / 3, y - r / 3, r / 4, '#cfe6e3')),
  named('LABADA', 200, 20, '#fffdf8'),
)

/** The grocer around the corner. */
export const grocerAd = drawing(
  '#ecd289',
  shape('M78 96H242L228 186H92z', '#8a5a3a'),
  stroke('M84 116H236M88 140H232M92 164H228M120 96L128 186M160 96V186M200 96L192 186', '#b98860', 4),
  stroke('M104 96C104 40 216 40 216 96', '#8a5a3a', 8),
  disc(116, 84, 18, '#c0392b'),
  disc(150, 74, 20, '#e08a3c'),
  shape('M170 92c-2-40 8-52 18-56 2 20 10 30 6 56z', '#7ba05b'),
  disc(208, 84, 16, '#5f8f4e'),
  named('SARI SARI', 206, 17, '#4a2f1d'),
)

/** Cleaners for the home. */
export const cleaningAd = drawing(
  '#dfe6f0',
  shape('M52 108L160 28L268 108z', '#c4683a'),
  box(74, 104, 172, 84, '#fffdf8'),
  box(96, 126, 40, 40, '#cfe0dc', 3),
  stroke('M116 126V166M96 146H136', '#fffdf8', 4),
  box(184, 122, 38, 66, '#17594a', 3),
  stroke('M262 40L214 162', '#b98860', 7),
  shape('M196 152l34 14-14 32-44-18z', '#ecb73c'),
  stroke('M186 180l8-16M200 186l8-16', '#c4683a', 3),
  ...[
    [60, 52],
    [272, 150],
    [44, 156],
  ].map(([x = 0, y = 0]) => stroke(`M${x - 9} ${y}h18M${x} ${y - 9}v18`, '#54698f', 4)),
  named('LINIS', 208, 17, '#2f4a5c'),
)

/** The groomer for dogs and cats. */
export const petsAd = drawing(
  '#f3d9cf',
  disc(160, 112, 70, '#fffdf8'),
  shape('M104 74c-16-22-34-10-30 16s16 34 28 30zM216 74c16-22 34-10 30 16s-16 34-28 30z', '#8a5a3a'),
  disc(160, 110, 56, '#d9a57a'),
  disc(138, 100, 8, '#2c1d16'),
  disc(182, 100, 8, '#2c1d16'),
  shape('M148 120h24l-12 14z', '#2c1d16'),
  stroke('M160 134v8c0 8-18 10-22 2M160 142c0 8 18 10 22 2', '#2c1d16', 4),
  shape('M152 150h16v10a8 8 0 0 1-16 0z', '#e0795a'),
  shape('M122 168l38 14-38 18zM198 168l-38 14 38 18z', '#17594a'),
  disc(160, 182, 8, '#35766f'),
  named('ALAGA', 208, 17, '#8f3715'),
)
