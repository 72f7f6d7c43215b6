import { test } from 'vitest'
import { openDemoPortal } from '#testing/portal.ts'
import { RESET_GROUP_NAMES } from '@tahanan/contract/reset.ts'
import { openDemo } from './testing.ts'

const { expectOnlyEmptied } = await openDemo(await openDemoPortal())

test.each(RESET_GROUP_NAMES.map((group) => [group]))(
  'resetting %s empties its records only, and leaves totals and references correct',
  (group) => expectOnlyEmptied(group),
)
