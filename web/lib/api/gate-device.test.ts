import { beforeEach, expect, test, vi } from 'vitest'
import { createStorage } from '../testing-storage.ts'
import {
  endGateDevice,
  enrolGateDevice,
  deleteEndedGateSecret,
  getEndedGateSecret,
  getGateDeviceHeader,
  isGateDevice,
  isGateDeviceInAdminArea,
  isGatePage,
} from './gate-device.ts'

const openPath = (pathname: string): void => void vi.stubGlobal('location', { pathname })

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage())
  openPath('/admin')
})

test('the secret of a device goes only to the calls of the office (rules 24.43)', () => {
  expect([isGateDevice(), isGateDeviceInAdminArea(), getGateDeviceHeader()]).toEqual([false, false, {}])
  enrolGateDevice('secret')
  expect([isGateDevice(), isGateDeviceInAdminArea(), getGateDeviceHeader()]).toEqual([
    true,
    true,
    { 'x-gate-device': 'secret' },
  ])
  openPath('/tickets')
  expect([isGateDevice(), isGateDeviceInAdminArea(), getGateDeviceHeader()]).toEqual([true, false, {}])
})

test('an ended device keeps its secret until its entries are sent (rules 24.49)', () => {
  endGateDevice()
  expect(getEndedGateSecret()).toBeNull()
  enrolGateDevice('first')
  endGateDevice()
  expect([isGateDevice(), getEndedGateSecret(), getGateDeviceHeader()]).toEqual([false, 'first', {}])
  deleteEndedGateSecret()
  expect(getEndedGateSecret()).toBeNull()
})

test('a device that is enrolled again forgets its ended secret', () => {
  enrolGateDevice('first')
  endGateDevice()
  enrolGateDevice('second')
  expect(getEndedGateSecret()).toBeNull()
})

test.each([
  ['/admin/gate', true],
  ['/admin/gate/', true],
  ['/admin/gates', false],
  ['/gate', false],
])('%s is the page of the gate: %s', (pathname, expected) => expect(isGatePage({ pathname })).toBe(expected))
