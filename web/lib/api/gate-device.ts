import { getCurrentArea } from './session.ts'

/** Local-storage key of the secret of an enrolled gate device (rules 24.43). */
const SECRET = 'GATE_DEVICE'

export const isGateDevice = (): boolean => localStorage.getItem(SECRET) !== null

export const isGateOnly = (): boolean => getCurrentArea() === 'admin' && isGateDevice()

/** Local-storage key of the secret of a device that the office ended, until its entries are sent (rules 24.49). */
const ENDED_SECRET = 'GATE_DEVICE_ENDED'

export function enrolGateDevice(secret: string): void {
  localStorage.setItem(SECRET, secret)
  localStorage.removeItem(ENDED_SECRET)
}

/** Changes a device that the office ended back to an ordinary browser, which may still send its queued entries. */
export function endGateDevice(): void {
  const secret = localStorage.getItem(SECRET)
  if (secret !== null) localStorage.setItem(ENDED_SECRET, secret)
  localStorage.removeItem(SECRET)
}

/** Secret of a device that the office ended; null once all entries are sent. */
export const getEndedGateSecret = (): string | null => localStorage.getItem(ENDED_SECRET)

export const forgetEndedGateDevice = (): void => localStorage.removeItem(ENDED_SECRET)

/**
 * Returns the header for an administrator's login on an enrolled device; such a session is limited to the
 * calls of the gate.
 */
export function getGateDeviceHeader(): Record<string, string> {
  const secret = localStorage.getItem(SECRET)
  return secret === null || getCurrentArea() !== 'admin' ? {} : { 'x-gate-device': secret }
}

/** The gate's page, a separate document with its own headers that must be loaded as a whole. */
export const GATE_PATH = '/admin/gate'

export const isGatePage = ({ pathname }: Pick<Location, 'pathname'>): boolean =>
  pathname.replace(/\/$/, '') === GATE_PATH
