import { formatDateTime } from '#lib/time.ts'
import type { DiagnosticCheck, Diagnostics } from '@tahanan/contract/diagnostics/answers.ts'

export const STATE_LABELS: Readonly<Record<DiagnosticCheck['state'], string>> = {
  good: 'Good',
  warning: 'Look at it',
  failed: 'Failed',
  off: 'Off',
  unchecked: 'Set',
}

/** Accepted clock difference, because the server's answer takes time to arrive. */
const TOLERANCE_MS = 60_000

/**
 * Compares the clock of this browser with that of the server, at the time of the server's answer
 * (rules 11.23).
 */
export function checkBrowserClock(serverTime: string, browserTimeMs: number): DiagnosticCheck {
  const clockLeadMs = browserTimeMs - Date.parse(serverTime)
  const partName = 'This browser'
  if (Math.abs(clockLeadMs) < TOLERANCE_MS)
    return { part: partName, state: 'good', words: 'It has the time of the server.' }
  const clockErrorMinutes = Math.round(Math.abs(clockLeadMs) / 60_000)
  const count = `${clockErrorMinutes.toLocaleString('en')} ${clockErrorMinutes === 1 ? 'minute' : 'minutes'}`
  return {
    part: partName,
    state: 'warning',
    words: `Its clock is ${count} ${clockLeadMs > 0 ? 'ahead of' : 'behind'} the server's.`,
  }
}

export const formatVersion = ({ version, commit }: Pick<Diagnostics, 'version' | 'commit'>): string =>
  `Tahanan ${version} (${commit === 'unknown' ? 'unknown commit' : commit})`

export function formatDiagnosis(diagnostics: Diagnostics, checks: readonly DiagnosticCheck[]): string {
  const { at, startedAt, logged } = diagnostics
  return [
    `${formatVersion(diagnostics)}, running since ${formatDateTime(startedAt)}, checked ${formatDateTime(at)}`,
    '',
    ...checks.map(({ part, state, words }) => `${part}: ${STATE_LABELS[state]}. ${words}`.trimEnd()),
    '',
    logged.length > 0 ? 'Warnings and errors since the start:' : 'No warnings and errors since the start.',
    ...logged.map(({ kind, count, last }) => `${count} × ${kind}, last ${formatDateTime(last)}`),
  ].join('\n')
}
