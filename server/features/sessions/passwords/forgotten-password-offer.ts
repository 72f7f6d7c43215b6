import type { PlatformConfig } from '../../../platform/config.ts'

/** Whether a forgotten password can be replaced by mail: where mail leaves, and in a demo community, whose mail lies in a folder. */
export function offersForgottenPassword({
  smtpUrl,
  demo,
}: Pick<PlatformConfig, 'smtpUrl' | 'demo'>): boolean {
  return smtpUrl !== undefined || demo
}
