import { removeGatePage } from '#features/offline/register.ts'
import type { ApiError } from '#lib/api/api.ts'
import { endGateDevice } from '#lib/api/gate-device.ts'

/** Turns a device that the office ended back into an ordinary browser. Returns false for other errors. */
export function forgetEndedDevice({ code }: ApiError): boolean {
  if (code !== 'deviceEnded') return false
  endGateDevice()
  void removeGatePage()
  return true
}
