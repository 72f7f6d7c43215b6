import type { LoggedInCaller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'

let codeCount = 0
/** Returns a body with every required field of a tenant (rules 3.2) and an unused client code. */
export const createTenantBody = (overrides: Record<string, unknown> = {}) => ({
  clientCode: `OF-${++codeCount}`,
  uoccname: 'Ana Reyes',
  uoccpers: 'Ana Reyes',
  uocctel1: '0917 555 1000',
  uocctel2: '02 8555 1000',
  ubtname: 'Ana Reyes',
  ubaddln1: 'Unit 1, Tower A',
  ubaddln2: '88 Sampaguita Street',
  ubaddln3: 'Pasig City',
  ubaddln4: 'Metro Manila 1605',
  ...overrides,
})

export async function addTenant(
  office: LoggedInCaller,
  overrides: Record<string, unknown> = {},
): Promise<Tenant> {
  const { status, body } = await office.post<Tenant>('/tenant', createTenantBody(overrides))
  if (status !== 201) throw new Error(`the tenant was refused: ${JSON.stringify(body)}`)
  return body
}

export const logInAs = (portal: TestPortal, clientCode: string, password: string) =>
  portal.nobody.post<{ token: string }>('/login', { clientCode, password })

export const decodePlainText = (mail: string): string =>
  (mail.split(/Content-Type: text\/html/i)[0] ?? '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

export const findLinkToken = (mail: string): string =>
  /choose-password#([\w-]{43})/.exec(decodePlainText(mail))?.[1] ?? 'none'
