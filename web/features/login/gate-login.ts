import { removeGatePage } from '#features/offline/register.ts'
import type { ApiError } from '#lib/api/api.ts'
import { endGateDevice } from '#lib/api/gate-device.ts'

/** Changes a device that the office ended back to an ordinary browser. Returns whether it was ended. */
export function forgetEndedDevice({ code }: ApiError): boolean {
  if (code !== 'deviceEnded') return false
  endGateDevice()
  void removeGatePage()
  return true
}
