import { currentArea } from './session.ts'

/** Local-storage key of the secret that only an enrolled device of the gate has (rules 24.43). */
const SECRET = 'GATE_DEVICE'

/** Whether this browser is an enrolled device of the gate. */
export const isGateDevice = (): boolean => localStorage.getItem(SECRET) !== null

/** Whether a session of this area opens the gate's page alone. */
export const opensGateOnly = (): boolean => currentArea() === 'admin' && isGateDevice()

export const enrolGateDevice = (secret: string): void => localStorage.setItem(SECRET, secret)

export const forgetGateDevice = (): void => localStorage.removeItem(SECRET)

/** Header of an administrator's login on an enrolled device: its session opens the gate's calls alone. */
export function gateDeviceHeader(): Record<string, string> {
  const secret = localStorage.getItem(SECRET)
  return secret === null || currentArea() !== 'admin' ? {} : { 'x-gate-device': secret }
}

/** The gate's page. Its document has headers of its own, so it is always loaded as a whole. */
export const GATE_PATH = '/admin/gate'

/** Whether an address opens the gate's page. */
export const isGatePage = ({ pathname }: Pick<Location, 'pathname'>): boolean =>
  pathname.replace(/\/$/, '') === GATE_PATH
