import { dataQuery } from '#lib/api/api-query.ts'
import type { Barred, Gate, GateDevice } from '@tahanan/contract/gate/answers.ts'

/** Keys of the queries of gates, devices and the do-not-admit list. */
export const GATES = ['gates']
export const DEVICES = ['gate-devices']
export const BARRED = ['do-not-admit']

const asList = <Row>(data: Row[]) => ({ data, total: data.length })

export const gatesQuery = { ...dataQuery<Gate[]>(GATES, '/gates'), select: asList<Gate> }

/** Query of the devices; polls, since no event says that one was enrolled. */
export const devicesQuery = {
  ...dataQuery<GateDevice[]>(DEVICES, '/gate-devices'),
  select: asList<GateDevice>,
  refetchInterval: 10_000,
}

export const barredQuery = { ...dataQuery<Barred[]>(BARRED, '/do-not-admit'), select: asList<Barred> }
