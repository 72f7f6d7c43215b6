import type { CallFigures, CallName } from './calls.ts'
import { median, verdict } from './statistics.ts'

/** How much slower a call may be at the large size than at the small one. */
const MOST_GROWTH: Partial<Record<CallName, number>> = {
  list: 1.3,
  'page 500': 1.3,
  'page near the end': 1.3,
  search: 3,
}
/** Where the bare server skips and counts rows, the portal must be ahead of it; elsewhere both ask the database the same. */
const leastRatio = (call: CallName): number => (call.startsWith('page') ? 1 : 0.9)

/** Returns the figures of the calls as rows of the table. */
export function callRows(figures: readonly CallFigures[]): string[][] {
  const rows = figures.map(({ call, tickets, portal, bare, ratio }) => [
    `${call}, ${tickets.toLocaleString('en')} tickets, requests/s`,
    portal.toFixed(0),
    bare.toFixed(0),
    ratio.toFixed(2),
    `≥ ${leastRatio(call).toFixed(2)}`,
    verdict(ratio >= leastRatio(call)),
  ])
  const latencies = figures.map(({ call, tickets, portalP50, portalP99, bareP50 }) => [
    `${call}, ${tickets.toLocaleString('en')} tickets, p50 (p99) ms`,
    `${portalP50.toFixed(1)} (${portalP99.toFixed(1)})`,
    bareP50.toFixed(1),
    '',
    'p99 < 10 p50',
    verdict(portalP99 < 10 * portalP50),
  ])
  const growth = [...new Set(figures.map(({ call }) => call))].map((call) => {
    const [small, large] = figures.filter((figure) => figure.call === call)
    const times = median(
      (large?.roundP50s ?? []).map((p50, round) => p50 / (small?.roundP50s[round] ?? Number.NaN)),
    )
    const goal = MOST_GROWTH[call]
    return [
      `${call}, p50 large : small`,
      times.toFixed(2),
      '',
      '',
      goal ? `≤ ${goal}` : '',
      goal ? verdict(times <= goal) : '',
    ]
  })
  return [...rows, ...latencies, ...growth]
}
