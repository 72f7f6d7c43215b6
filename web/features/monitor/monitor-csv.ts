import { csvDay } from '#lib/time.ts'
import { recordsCsv } from '@tahanan/contract/csv.ts'
import type { MonitoredTenant } from '@tahanan/contract/tenants/answers.ts'

export const MONITOR_FILE = 'Logged In Monitor.csv'

/** Returns the CSV file of the monitor (rules 13.13). */
export const monitorCsv = (rows: readonly MonitoredTenant[]): string =>
  recordsCsv(rows, {
    lastActive: ({ lastSeen }) => csvDay(lastSeen),
    online: ({ online }) => (online ? 'Yes' : 'No'),
    clientCode: ({ clientCode }) => clientCode,
    uoccname: ({ uoccname }) => uoccname,
    email: ({ email }) => email,
  })
