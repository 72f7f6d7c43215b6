import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { getChildSeconds } from './budgets.mjs'
import { ROOT } from './prepare/places.mjs'

const ADOPT_SCRIPT = join(ROOT, 'scripts', 'adopt.pl')
/**
 * Shell command whose child process runs on after the command has ended, in its own session, like processes
 * of Chromium.
 */
const BUSY_ORPHAN = `setsid sh -c 'i=0; while [ $i -lt 500000 ]; do i=$((i+1)); done' &`

test.runIf(process.platform === 'linux')('processor time of left-behind processes is counted', () => {
  const secondsBeforeOrphan = getChildSeconds()
  spawnSync('sh', ['-c', BUSY_ORPHAN])
  const secondsBeforeAdopt = getChildSeconds()
  spawnSync('perl', [ADOPT_SCRIPT, 'sh', '-c', BUSY_ORPHAN])
  expect(getChildSeconds() - secondsBeforeAdopt).toBeGreaterThan(
    (secondsBeforeAdopt - secondsBeforeOrphan) * 3,
  )
})

const runForStatus = (command) => spawnSync('perl', [ADOPT_SCRIPT, 'sh', '-c', command]).status

test.runIf(process.platform === 'linux')('the exit status of the command is passed on', () => {
  expect(runForStatus('exit 0')).toBe(0)
  expect(runForStatus('exit 3')).toBe(3)
  expect(runForStatus('kill -9 $$')).toBe(137)
})
