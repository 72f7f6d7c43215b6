import { apiQuery, toList, dataQuery, pageQuery } from '#lib/api/api-query.ts'
import type { ListFilter } from '#lib/api/records.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  Barred,
  Gate,
  GateDevice,
  GateFigures,
  GateLogEntry,
  SavedGateSettings,
} from '@tahanan/contract/gate/answers.ts'

export const GATES = ['gates']
export const DEVICES = ['gate-devices']
export const BARRED = ['do-not-admit']

export const gatesQuery = { ...dataQuery<Gate[]>(GATES, '/gates'), select: toList<Gate> }

/** Loads the gate's devices. Polls, because no live event is sent when a device is enrolled. */
export const devicesQuery = {
  ...dataQuery<GateDevice[]>(DEVICES, '/gate-devices'),
  select: toList<GateDevice>,
  refetchInterval: 10_000,
}

export const barredQuery = { ...dataQuery<Barred[]>(BARRED, '/do-not-admit'), select: toList<Barred> }

export const GATE_LOG = 'gate-log'

export const gateLogQuery = (filter: ListFilter) =>
  pageQuery<ListOf<GateLogEntry>>([GATE_LOG, filter], '/gate-log', { ...filter }, { refetchInterval: 30_000 })

export const gateFiguresQuery = (from: string, to: string) =>
  apiQuery<GateFigures>([GATE_LOG, 'figures', from, to], '/gate-figures', { from, to })

export const SETTINGS = ['gate-settings']
export const gateSettingsQuery = apiQuery<SavedGateSettings>(SETTINGS, '/gate-settings', {}, { staleTime: 0 })
