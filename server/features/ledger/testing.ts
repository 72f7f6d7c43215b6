import { saveRows } from '#features/imports/testing.ts'
import { payByDeposit } from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import type { Ledger } from '@tahanan/contract/billing/answers.ts'
import type { Tenant } from '@tahanan/contract/tenants/answers.ts'
import { formatDay } from '@tahanan/contract/time.ts'

export type Resident = LoggedInCaller<{ id: number; clientCode: string; uoccname: string }>

export const getDayFromNow = (days: number): string =>
  formatDay(new Date(Date.now() + days * 86_400_000), 'Asia/Manila')

const expectStatus = (expectedStatus: number, { status, body }: { status: number; body: unknown }): void => {
  if (status !== expectedStatus)
    throw new Error(`${status} instead of ${expectedStatus}: ${JSON.stringify(body)}`)
}

export function createLedgerCalls(portal: TestPortal, admin: LoggedInCaller) {
  return {
    /**
     * Imports a statement of one resident; returns the import's name. Saves the row directly, which is faster
     * than parsing files in a child process.
     */
    importStatement(
      resident: Resident,
      amount: number,
      statementDate: string,
      dueDate = '',
    ): Promise<string> {
      const { clientCode, uoccname } = resident.account
      const amountText = amount.toFixed(2)
      const row = {
        urefno: clientCode,
        uoccname,
        uothdep: amountText,
        invdate: statementDate,
        duedate: dueDate,
        attachment: `${clientCode}.pdf`,
      }
      return saveRows(portal, admin, [row])
    },

    async pay(resident: LoggedInCaller, amountPaid: number, overrides: object = {}): Promise<number> {
      const { id } = await payByDeposit(portal, resident, { amountPaid, ...overrides })
      expectStatus(200, await admin.put(`/payment/${id}`, { status: 4 }))
      return id
    },

    async loadBalances(resident: LoggedInCaller) {
      const { soaAmount, receivedSince, leftToPay } = (await admin.get<Tenant>(`/tenant/${resident.id}`)).body
      return { soaAmount, receivedSince, leftToPay }
    },

    async loadLedger(resident: LoggedInCaller): Promise<Ledger> {
      return (await admin.get<Ledger>(`/ledger/${resident.id}?limit=0`)).body
    },

    async charge(resident: LoggedInCaller, overrides: object = {}): Promise<number> {
      const entry = {
        kind: 'charge',
        label: 'Water',
        amount: 10,
        date: getDayFromNow(0),
        remarks: 'Read late',
      }
      const entryResponse = await admin.post<{ id: number }>('/ledger-entry', {
        tenantId: resident.id,
        ...entry,
        ...overrides,
      })
      expectStatus(201, entryResponse)
      return entryResponse.body.id
    },
  }
}
