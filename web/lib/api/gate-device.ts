import { getCurrentArea } from './session.ts'

/** Stores the secret of an enrolled device (rules 24.43). */
const SECRET = 'GATE_DEVICE'

export const isGateDevice = (): boolean => localStorage.getItem(SECRET) !== null

export const isGateOnly = (): boolean => getCurrentArea() === 'admin' && isGateDevice()

/** Stores the secret of a device that the office ended, until its entries are sent (rules 24.49). */
const ENDED_SECRET = 'GATE_DEVICE_ENDED'

export function enrolGateDevice(secret: string): void {
  localStorage.setItem(SECRET, secret)
  localStorage.removeItem(ENDED_SECRET)
}

/** The device becomes an ordinary browser that may still send its queued entries. */
export function endGateDevice(): void {
  const secret = localStorage.getItem(SECRET)
  if (secret !== null) localStorage.setItem(ENDED_SECRET, secret)
  localStorage.removeItem(SECRET)
}

/** Null once all entries are sent. */
export const getEndedGateSecret = (): string | null => localStorage.getItem(ENDED_SECRET)

export const forgetEndedGateDevice = (): void => localStorage.removeItem(ENDED_SECRET)

/** The header limits the session of an administrator to the calls of the gate. */
export function getGateDeviceHeader(): Record<string, string> {
  const secret = localStorage.getItem(SECRET)
  return secret === null || getCurrentArea() !== 'admin' ? {} : { 'x-gate-device': secret }
}

/** A separate HTML document, because it has its own security headers. */
export const GATE_PATH = '/admin/gate'

export const isGatePage = ({ pathname }: Pick<Location, 'pathname'>): boolean =>
  pathname.replace(/\/$/, '') === GATE_PATH
