import { expect, test } from 'vitest'
import { hasPass, isPassEnded } from './pass-state.ts'

const now = Date.parse('2026-11-28T16:30:00.000Z')
const passEnd = '2026-11-28T17:30:00.000Z'

test.each([
  ['is good until its end, also after midnight', 2, { to: passEnd, endedAt: null }, true, false],
  ['is good while its people may come back', 4, { to: passEnd, endedAt: null }, true, false],
  ['was ended by its resident', 2, { to: passEnd, endedAt: '2026-11-28T10:00:00.000Z' }, false, true],
  ['is over by its hours', 2, { to: '2026-11-28T15:59:59.999Z', endedAt: null }, false, true],
  ['was used by who left', 4, { to: passEnd, endedAt: '2026-11-28T10:00:00.000Z' }, false, false],
  [
    'was ended while its people are inside',
    3,
    { to: passEnd, endedAt: '2026-11-28T10:00:00.000Z' },
    false,
    false,
  ],
  ['was never made', 2, null, false, false],
])('a pass that %s is offered or said to have ended (rules 24.8)', (_, status, pass, has, isEnded) => {
  expect([hasPass({ pass }, now), isPassEnded({ status, pass }, now)]).toEqual([has, isEnded])
})
