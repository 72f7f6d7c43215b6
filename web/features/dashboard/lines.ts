interface LineLook {
  /** Custom property of tokens.css. */
  colour: string
  dash: readonly number[]
  point: 'circle' | 'rect' | 'triangle' | 'rectRot'
}

/** Styles of the years' lines, newest first; they differ by colour, dashes and points. */
export const LINES: readonly [LineLook, ...LineLook[]] = [
  { colour: '--primary', dash: [], point: 'circle' },
  { colour: '--geekblue', dash: [7, 4], point: 'rect' },
  { colour: '--gold', dash: [2, 3], point: 'triangle' },
  { colour: '--magenta', dash: [10, 4, 2, 4], point: 'rectRot' },
]
