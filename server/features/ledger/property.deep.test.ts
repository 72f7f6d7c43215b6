import { test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { sequencesOf } from './testing-sequences.ts'

const playSequence = await sequencesOf(await openTestPortal({ rateLimitPerMinute: 0 }))

test.each([1, 2, 3, 4, 5, 6])('sums stay right through a random sequence (seed %i)', (seed) =>
  playSequence(seed, 60),
)
