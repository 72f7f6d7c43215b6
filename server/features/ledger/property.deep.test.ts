import { test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createSequencePlayer } from './testing-sequences.ts'

const playSequence = await createSequencePlayer(await openTestPortal({ rateLimitPerMinute: 0 }))

test.each([1, 2, 3, 4, 5, 6])('sums stay right through a random sequence (seed %i)', (seed) =>
  playSequence(seed, 60),
)
