import type { Static } from 'typebox'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import type { GateLogEntry } from '@tahanan/contract/gate/answers.ts'
import { getModule } from '@tahanan/contract/tickets/index.ts'
import type { LogRow } from './list-log.ts'

export function presentLogEntry(row: LogRow): Static<typeof GateLogEntry> {
  const { id, kind, people, name, offline, mark, verdict, plate, note, undone } = row
  return {
    id,
    at: row.at,
    kind,
    people,
    name,
    passKind:
      row.module !== null
        ? capitalize(getModule(row.module).noun.one)
        : row.walk_in_id !== null || (row.pass_id === null && name !== '')
          ? 'Walk-in'
          : '',
    number: row.ticket_number ?? '',
    ticketId: row.ticket_id,
    unitNumber: row.unit_number ?? '',
    clientName: row.uoccname ?? '',
    gate: row.gate_name,
    device: row.device_name ?? '',
    guard: row.admin_name,
    offline,
    deviceAt: row.device_at,
    mark,
    verdict,
    plate,
    items: row.ticked,
    workers: row.workers,
    note,
    undone,
  }
}
