import {
  createApiQuery,
  toListResponse,
  createDataQuery,
  createPageQuery,
} from '#lib/api/create-api-query.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import type { ListOf } from '@tahanan/contract/answers.ts'
import type {
  BarredPerson,
  Gate,
  GateDevice,
  GateFigures,
  GateLogEntry,
  SavedGateSettings,
} from '@tahanan/contract/gate/answers.ts'

export const GATES_KEY = ['gates']
export const GATE_DEVICES_KEY = ['gate-devices']
export const DO_NOT_ADMIT_KEY = ['do-not-admit']

export const gatesQuery = { ...createDataQuery<Gate[]>(GATES_KEY, '/gates'), select: toListResponse<Gate> }

/** Polls, because no live event is sent when a device is enrolled. */
export const gateDevicesQuery = {
  ...createDataQuery<GateDevice[]>(GATE_DEVICES_KEY, '/gate-devices'),
  select: toListResponse<GateDevice>,
  refetchInterval: 10_000,
}

export const doNotAdmitQuery = {
  ...createDataQuery<BarredPerson[]>(DO_NOT_ADMIT_KEY, '/do-not-admit'),
  select: toListResponse<BarredPerson>,
}

export const GATE_LOG_KEY = 'gate-log'

export const gateLogQuery = (filter: ListPageFilter) =>
  createPageQuery<ListOf<GateLogEntry>>(
    [GATE_LOG_KEY, filter],
    '/gate-log',
    { ...filter },
    { refetchInterval: 30_000 },
  )

export const gateFiguresQuery = (from: string, to: string) =>
  createApiQuery<GateFigures>([GATE_LOG_KEY, 'figures', from, to], '/gate-figures', { from, to })

export const GATE_SETTINGS_KEY = ['gate-settings']
export const gateSettingsQuery = createApiQuery<SavedGateSettings>(
  GATE_SETTINGS_KEY,
  '/gate-settings',
  {},
  { staleTime: 0 },
)
