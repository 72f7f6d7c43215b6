import type { AddressInfo } from 'node:net'
import { DEMO_LOGINS } from '#demo/logins.ts'
import { describeSettings } from '#features/diagnostics/describe-settings.ts'
import type { SuperAdminLogin } from '#features/sessions/reset-super-admin.ts'
import { formatPortalUrl } from '#platform/http/format-portal-url.ts'
import { describeVersion } from '#platform/version.ts'
import type { Config } from './config.ts'

export function formatWelcome(config: Config, serverAddress: AddressInfo): string {
  const url = formatPortalUrl({ ...config, port: serverAddress.port })
  const lines = [
    '',
    `${describeVersion()} is running.`,
    '',
    `  Residents              ${url}/`,
    `  Administrators         ${url}/admin`,
    `  Super-administrator    ${url}/super-admin`,
    `  API documentation      ${url}/api/docs`,
    '',
    ...describeSettings(config).map(({ part, state }) => `  ${part.padEnd(22)} ${state}`),
    '',
  ]
  if (config.drill)
    lines.push(
      `This is a drill on ${config.dataDir}: no mail leaves, and nothing is paid. Remove the folder afterwards.`,
      '',
    )
  if (config.demo) {
    lines.push('Demo logins:', '')
    for (const { who, login, password } of DEMO_LOGINS)
      lines.push(`  ${who.padEnd(40)} ${login.padEnd(18)} ${password}`)
    lines.push('')
  }
  return lines.join('\n')
}

export function formatFirstLogin({ email, password }: SuperAdminLogin): string {
  return [
    'The super-administrator was made; this is shown only now:',
    '',
    `  ${email}    ${password}`,
    '',
  ].join('\n')
}
