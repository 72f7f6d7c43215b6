import { getCurrentArea } from './session.ts'

/** Local-storage key of the secret by which the server recognizes an enrolled gate device (rules 24.43). */
const DEVICE_SECRET_KEY = 'GATE_DEVICE'

export const isGateDevice = (): boolean => localStorage.getItem(DEVICE_SECRET_KEY) !== null

export const isGateDeviceInAdminArea = (): boolean => getCurrentArea() === 'admin' && isGateDevice()

/**
 * Local-storage key of the secret of a former gate device, whose enrolment an administrator has ended. The
 * secret is kept until the device has sent its queued gate entries (rules 24.49).
 */
const ENDED_DEVICE_SECRET_KEY = 'GATE_DEVICE_ENDED'

export function enrolGateDevice(secret: string): void {
  localStorage.setItem(DEVICE_SECRET_KEY, secret)
  localStorage.removeItem(ENDED_DEVICE_SECRET_KEY)
}

/** Ends the enrolment: the device becomes an ordinary browser. It may still send its queued entries. */
export function endGateDevice(): void {
  const deviceSecret = localStorage.getItem(DEVICE_SECRET_KEY)
  if (deviceSecret !== null) localStorage.setItem(ENDED_DEVICE_SECRET_KEY, deviceSecret)
  localStorage.removeItem(DEVICE_SECRET_KEY)
}

/** Returns the secret of an ended device; null after all its entries have been sent. */
export const getEndedGateSecret = (): string | null => localStorage.getItem(ENDED_DEVICE_SECRET_KEY)

export const deleteEndedGateSecret = (): void => localStorage.removeItem(ENDED_DEVICE_SECRET_KEY)

/**
 * Returns the header that identifies an enrolled gate device. A session that starts with this header may only
 * send requests of the gate.
 */
export function getGateDeviceHeader(): Record<string, string> {
  const deviceSecret = localStorage.getItem(DEVICE_SECRET_KEY)
  return deviceSecret === null || getCurrentArea() !== 'admin' ? {} : { 'x-gate-device': deviceSecret }
}

/** Path of the gate page. It is a separate HTML document, because it has its own security headers. */
export const GATE_PATH = '/admin/gate'

export const isGatePage = ({ pathname }: Pick<Location, 'pathname'>): boolean =>
  pathname.replace(/\/$/, '') === GATE_PATH
