import { test } from 'vitest'
import { openTestPortal } from '#testing/portal.ts'
import { createSequencePlayer } from './testing-sequences.ts'

const playSequence = await createSequencePlayer(await openTestPortal({ rateLimitPerMinute: 0 }))

test('sums stay right through a sequence of every change', () => playSequence(1, 24))
