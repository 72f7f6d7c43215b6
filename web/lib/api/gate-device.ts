import { getCurrentArea } from './session.ts'

/** Local-storage key of the secret of an enrolled gate device (rules 24.43). */
const SECRET = 'GATE_DEVICE'

export const isGateDevice = (): boolean => localStorage.getItem(SECRET) !== null

export const isGateOnly = (): boolean => getCurrentArea() === 'admin' && isGateDevice()

/**
 * Local-storage key of the secret of a gate device that an administrator ended. It is kept until the device's
 * entries are sent (rules 24.49).
 */
const ENDED_SECRET = 'GATE_DEVICE_ENDED'

export function enrolGateDevice(secret: string): void {
  localStorage.setItem(SECRET, secret)
  localStorage.removeItem(ENDED_SECRET)
}

/** Ends the enrolment: the device becomes an ordinary browser. It may still send its queued entries. */
export function endGateDevice(): void {
  const secret = localStorage.getItem(SECRET)
  if (secret !== null) localStorage.setItem(ENDED_SECRET, secret)
  localStorage.removeItem(SECRET)
}

/** Returns the secret of an ended device. Null after all its entries have been sent. */
export const getEndedGateSecret = (): string | null => localStorage.getItem(ENDED_SECRET)

export const forgetEndedGateDevice = (): void => localStorage.removeItem(ENDED_SECRET)

/**
 * Returns the header with the device's secret. It restricts an administrator's session to the requests of the
 * gate.
 */
export function getGateDeviceHeader(): Record<string, string> {
  const secret = localStorage.getItem(SECRET)
  return secret === null || getCurrentArea() !== 'admin' ? {} : { 'x-gate-device': secret }
}

/** Path of the gate page. It is a separate HTML document, because it has its own security headers. */
export const GATE_PATH = '/admin/gate'

export const isGatePage = ({ pathname }: Pick<Location, 'pathname'>): boolean =>
  pathname.replace(/\/$/, '') === GATE_PATH
