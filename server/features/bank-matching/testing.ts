import { dayFromNow } from '#features/ledger/testing.ts'
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

export const setTodaysDate = <Row extends object>(row: Row) => ({ ...row, date: dayFromNow(0) })

export async function createBankCalls(portal: TestPortal, admin: LoggedInCaller) {
  const name = `BDO ${Math.random()}`
  const { id: formatId } = (await admin.post<{ id: number }>('/bank-format', { ...TEST_BANK, name })).body
  const importContent = async (
    content: string | Uint8Array,
    format: number | null = formatId,
    who = admin,
  ) => {
    const file = await uploadFile(portal, who, 'bankfiles', Buffer.from(content), 'bank.csv')
    return who.post<BankImport & { code: string; errors: Record<string, string[]> }>('/bank-import', {
      file,
      fileName: 'bank.csv',
      formatId: format,
    })
  }
  const pay = (who: LoggedInCaller, amountPaid: number, more: object = {}) =>
    payByDeposit(portal, who, { amountPaid, transactionDate: `${dayFromNow(0)} 00:00:00`, ...more })
  let transferCount = 0
  return {
    name,
    formatId,
    pay,
    send: importContent,
    importRows: (rows: readonly BankRow[], who = admin) => importContent(toBankCsv(rows), formatId, who),
    async findLine(reference: string): Promise<BankLine> {
      const { body } = await admin.get<{ data: BankLine[] }>(`/bank-lines?searchTerm=${reference}`)
      const [found] = body.data
      if (!found) throw new Error(`no line ${reference}`)
      return found
    },

    createTransfer() {
      transferCount += 1
      return { reference: `REF${1000 + transferCount}X`, amount: 5000 + transferCount }
    },

    payNamed: (who: LoggedInCaller, { amount, reference }: BankTransfer, more: object = {}) =>
      pay(who, amount, { bank: 'BDO', bankReference: reference, ...more }),

    read: async (id: number) => (await admin.get<PaymentWithHistory>(`/payment/${id}`)).body,

    confirm: (lineId: number, paymentId: number, who = admin) =>
      who.post('/bank-matches', { pairs: [{ lineId, paymentId }] }),
  }
}
