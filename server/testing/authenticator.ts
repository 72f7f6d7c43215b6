import { Secret, TOTP } from 'otpauth'
import { TEST_PASSWORD } from './accounts.ts'
import type { LoggedInCaller } from './callers.ts'

const STEP_MS = 30_000

export function getCode(secret: string, steps = 0): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * STEP_MS })
}

/**
 * Turns on the second factor of an account. This uses up the current code, so the next login needs a later
 * code.
 */
export async function turnOnSecondFactor(
  caller: LoggedInCaller,
): Promise<{ secret: string; usedCode: string; recoveryCodes: readonly string[] }> {
  const beginResponse = await caller.post<{ secret: string }>('/second-factor/begin', {
    password: TEST_PASSWORD,
  })
  const { secret } = beginResponse.body
  const usedCode = getCode(secret)
  const confirmation = await caller.post<{ recoveryCodes: string[] }>('/second-factor/confirm', {
    code: usedCode,
  })
  if (confirmation.status !== 200) throw new Error(JSON.stringify(confirmation.body))
  return { secret, usedCode, recoveryCodes: confirmation.body.recoveryCodes }
}
