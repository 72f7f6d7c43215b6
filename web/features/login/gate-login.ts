import { removeGatePage } from '#features/offline/service-worker.ts'
import type { ApiError } from '#lib/api/api.ts'
import { endGateDevice } from '#lib/api/gate-device.ts'

/**
 * Returns true if the office has ended this device's enrolment. Afterwards the browser is no longer a gate
 * device.
 */
export function handleEndedDevice({ code }: ApiError): boolean {
  if (code !== 'deviceEnded') return false
  endGateDevice()
  void removeGatePage()
  return true
}
