import { removeGatePage } from '#features/offline/service-worker.ts'
import type { ApiError } from '#lib/api/api.ts'
import { endGateDevice } from '#lib/api/gate-device.ts'

/**
 * Handles the error that the office has ended this device's enrolment: the browser is no longer a gate
 * device. Returns false for other errors.
 */
export function handleEndedDevice({ code }: ApiError): boolean {
  if (code !== 'deviceEnded') return false
  endGateDevice()
  void removeGatePage()
  return true
}
