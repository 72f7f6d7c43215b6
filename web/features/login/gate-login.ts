import { removeGatePage } from '#features/offline/register.ts'
import type { ApiError } from '#lib/api/api.ts'
import { forgetGateDevice } from '#lib/api/gate-device.ts'

/** Removes what the last session kept on an enrolled device. */
export async function wipeAfterSession(): Promise<void> {
  const { wipeDevice } = await import('#features/gate/store/device-store.ts')
  await wipeDevice()
}

/** Makes a device that the office ended an ordinary browser again. Returns whether it was ended. */
export function forgetEndedDevice({ code }: ApiError): boolean {
  if (code !== 'deviceEnded') return false
  forgetGateDevice()
  void removeGatePage()
  return true
}
