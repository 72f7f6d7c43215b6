import { currentArea } from './session.ts'

/** Local-storage key of the secret that only an enrolled device of the gate has (rules 24.43). */
const SECRET = 'GATE_DEVICE'

export const isGateDevice = (): boolean => localStorage.getItem(SECRET) !== null

export const opensGateOnly = (): boolean => currentArea() === 'admin' && isGateDevice()

/** Local-storage key of the secret of a device that the office ended, while its entries may wait (rules 24.49). */
const ENDED_SECRET = 'GATE_DEVICE_ENDED'

export function enrolGateDevice(secret: string): void {
  localStorage.setItem(SECRET, secret)
  localStorage.removeItem(ENDED_SECRET)
}

/** Makes a device that the office ended an ordinary browser, which may still send what waits. */
export function endGateDevice(): void {
  const secret = localStorage.getItem(SECRET)
  if (secret !== null) localStorage.setItem(ENDED_SECRET, secret)
  localStorage.removeItem(SECRET)
}

/** Secret of a device that the office ended; null once all is sent. */
export const endedGateSecret = (): string | null => localStorage.getItem(ENDED_SECRET)

export const forgetEndedGateDevice = (): void => localStorage.removeItem(ENDED_SECRET)

/** Header of an administrator's login on an enrolled device: its session opens the gate's calls alone. */
export function gateDeviceHeader(): Record<string, string> {
  const secret = localStorage.getItem(SECRET)
  return secret === null || currentArea() !== 'admin' ? {} : { 'x-gate-device': secret }
}

/** The gate's page. Its document has headers of its own, so it is always loaded as a whole. */
export const GATE_PATH = '/admin/gate'

export const isGatePage = ({ pathname }: Pick<Location, 'pathname'>): boolean =>
  pathname.replace(/\/$/, '') === GATE_PATH
