// Limits the processor seconds of test runs. Elapsed seconds vary more: processor seconds differ only by a
// factor of 2.5 between a quiet and a busy machine.
import { existsSync, readFileSync } from 'node:fs'

/**
 * Processor seconds that each step of a test run may use on the reference machine, where `measureRound` takes
 * `ROUND_SECONDS`; on slower machines in proportion. To raise one: first look at the slowest files that the
 * run prints, and make the test cheaper or a deep one (CONTRIBUTING.md, 'Tests'). If the test is worth its
 * time, set the budget to four times its use on a quiet machine, and give the reason in the commit.
 */
export const BUDGETS = {
  check: 120,
  'units and calls': 1300,
  browser: 1700,
  'deep tests': 4000,
  'deep journeys': 5000,
}

/** Processor seconds of `measureRound` on the machine where the budgets were measured. */
const ROUND_SECONDS = 0.1

/** Returns how many times slower this processor is than that of the reference machine; at least 1. */
export function measureSlowness() {
  const rounds = Array.from({ length: 7 }, measureRound)
  return Math.max(1, Math.min(...rounds) / ROUND_SECONDS)
}

function measureRound() {
  const cpuUsageBefore = process.cpuUsage()
  const rows = Array.from({ length: 80_000 }, (_, at) => ({ at, name: `row ${(at * 7919) % 80_000}` }))
  const copies = JSON.parse(JSON.stringify(rows))
  copies.sort((one, other) => (one.name < other.name ? -1 : 1))
  const { user, system } = process.cpuUsage(cpuUsageBefore)
  return (user + system) / 1e6
}

export function formatTimes(times, slowness, budgets = BUDGETS) {
  const tableRows = times.map(({ name, seconds, used }) => [
    name,
    Math.round(seconds),
    used === undefined ? 'unknown' : Math.round(used),
    Math.round(budgets[name] * slowness),
  ])
  const heading = ['step', 'seconds', 'processor seconds', 'budget']
  return [heading, ...tableRows]
    .map(([name, ...figures]) =>
      [
        name.padEnd(16),
        ...figures.map((figure, at) => String(figure).padStart(heading[at + 1].length + 2)),
      ].join(''),
    )
    .join('\n')
}

/**
 * Returns a message if the step used more processor seconds than its budget. Returns undefined if not, or if
 * its use is unknown.
 */
export function explainOverrun(step, used, slowness, budgets = BUDGETS) {
  const allowedSeconds = budgets[step] * slowness
  if (used === undefined || !(used > allowedSeconds)) return undefined
  return (
    `used ${Math.round(used)} processor seconds of ${Math.round(allowedSeconds)}. ` +
    'scripts/budgets.mjs says how to raise the budget.'
  )
}

const STAT_FILE = '/proc/self/stat'

/**
 * Returns the processor seconds of all child processes that have ended. Returns undefined on systems without
 * `/proc`.
 */
export function getChildSeconds(stat = existsSync(STAT_FILE) ? readFileSync(STAT_FILE, 'utf8') : undefined) {
  // Skips the first two fields (process id and name). The name is in brackets and may contain spaces and
  // brackets.
  const statFields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return statFields && (Number(statFields[13]) + Number(statFields[14])) / TICKS_PER_SECOND
}

/** Linux counts processor time in units of 1/100 s (USER_HZ). */
const TICKS_PER_SECOND = 100
