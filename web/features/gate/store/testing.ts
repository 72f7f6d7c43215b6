import type { GateList, GatePass } from '@tahanan/contract/gate/answers.ts'
import { UNUSED_PASS_FIELDS } from './judge-on-device.ts'

export function createTestPass(changes: Partial<GatePass> = {}): GatePass {
  return {
    id: 1,
    code: 'K7QM2XPA',
    tokenHash: null,
    ticketId: 1,
    walkInId: null,
    kind: 'Visitor pass',
    number: 'VP-1',
    name: 'Ana Cruz',
    purpose: 'Dinner',
    unitNumber: '402',
    clientName: 'Santos',
    items: [],
    ticked: [],
    workers: [],
    from: '2026-11-25T04:00:00.000Z',
    to: '2026-11-25T15:59:59.999Z',
    dayFrom: null,
    dayTo: null,
    entries: 'one',
    people: 2,
    ...UNUSED_PASS_FIELDS,
    ...changes,
  }
}

export function createTestList(passes: GatePass[]): GateList {
  return {
    at: '2026-11-25T06:05:00.000Z',
    version: '1',
    unchanged: false,
    timeZone: 'Asia/Manila',
    gate: { id: 1, name: 'Main gate', direction: 'both' },
    device: { id: 1, name: 'Tablet' },
    passes,
    barred: [],
    officePhone: '02 8555 0100',
  }
}
