import { getDayFromNow } from '#features/ledger/testing.ts'
import { payByDeposit } from '#features/posting/testing.ts'
import type { LoggedInCaller } from '#testing/callers.ts'
import type { TestPortal } from '#testing/portal.ts'
import { uploadFile } from '#testing/uploads.ts'
import type { PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import type { BankImport, BankLine } from '@tahanan/contract/billing/bank-answers.ts'
import { EXAMPLE_BANK_FORMATS, type NamedMapping } from '@tahanan/contract/billing/bank.ts'

export interface BankRow {
  date: string
  amount: number
  reference?: string
  description?: string
}

interface BankTransfer {
  amount: number
  reference: string
}

export const TEST_BANK = {
  ...(EXAMPLE_BANK_FORMATS.find(({ name }) => name === 'Landbank') as NamedMapping),
  dateColumn: 'Posting Date',
}

export const toBankCsv = (rows: readonly BankRow[]): string =>
  [
    'Posting Date,Description,Debit,Credit,Reference Number',
    ...rows.map(
      ({ date, amount, reference = '', description = '' }) =>
        `${date},${description},,${amount},${reference}`,
    ),
  ].join('\r\n')

export const setTodaysDate = <Row extends object>(row: Row) => ({ ...row, date: getDayFromNow(0) })

export async function createBankCalls(portal: TestPortal, admin: LoggedInCaller) {
  const name = `BDO ${Math.random()}`
  const { id: formatId } = (await admin.post<{ id: number }>('/bank-format', { ...TEST_BANK, name })).body
  const importContent = async (
    content: string | Uint8Array,
    format: number | null = formatId,
    caller = admin,
  ) => {
    const file = await uploadFile(portal, caller, 'bankfiles', Buffer.from(content), 'bank.csv')
    return caller.post<BankImport & { code: string; errors: Record<string, string[]> }>('/bank-import', {
      file,
      fileName: 'bank.csv',
      formatId: format,
    })
  }
  const pay = (caller: LoggedInCaller, amountPaid: number, overrides: object = {}) =>
    payByDeposit(portal, caller, {
      amountPaid,
      transactionDate: `${getDayFromNow(0)} 00:00:00`,
      ...overrides,
    })
  let transferCount = 0
  return {
    name,
    formatId,
    pay,
    send: importContent,
    importRows: (rows: readonly BankRow[], caller = admin) =>
      importContent(toBankCsv(rows), formatId, caller),
    async findLine(reference: string): Promise<BankLine> {
      const { body } = await admin.get<{ data: BankLine[] }>(`/bank-lines?searchTerm=${reference}`)
      const [bankLine] = body.data
      if (!bankLine) throw new Error(`no line ${reference}`)
      return bankLine
    },

    createTransfer() {
      transferCount += 1
      return { reference: `REF${1000 + transferCount}X`, amount: 5000 + transferCount }
    },

    payWithReference: (caller: LoggedInCaller, { amount, reference }: BankTransfer, overrides: object = {}) =>
      pay(caller, amount, { bank: 'BDO', bankReference: reference, ...overrides }),

    loadPayment: async (id: number) => (await admin.get<PaymentWithHistory>(`/payment/${id}`)).body,

    confirm: (lineId: number, paymentId: number, caller = admin) =>
      caller.post('/bank-matches', { pairs: [{ lineId, paymentId }] }),
  }
}
