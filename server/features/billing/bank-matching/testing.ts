import type { PaymentWithHistory } from '@tahanan/contract/billing/answers.ts'
import type { BankImport, BankLine } from '@tahanan/contract/billing/bank-answers.ts'
import { EXAMPLE_BANK_FORMATS } from '@tahanan/contract/billing/bank.ts'
import type { LoggedIn } from '../../../testing/callers.ts'
import type { TestPortal } from '../../../testing/portal.ts'
import { uploadFile } from '../../../testing/uploads.ts'
import { dayFromNow } from '../ledger/testing.ts'
import { deposit } from '../payments/testing.ts'

/** A line of money that came, as the test's bank writes it. */
export interface BankRow {
  date: string
  amount: number
  reference?: string
  description?: string
}

/** The file of the test's bank, which writes as the first example does. */
export const bankCsv = (rows: readonly BankRow[]): string =>
  [
    'Posting Date,Description,Debit,Credit,Reference Number',
    ...rows.map(
      ({ date, amount, reference = '', description = '' }) =>
        `${date},${description},,${amount},${reference}`,
    ),
  ].join('\r\n')

/** A bank of a portal as its administrator matches its lines, each step through the call itself. */
export async function bankOf(portal: TestPortal, admin: LoggedIn) {
  const name = `BDO ${Math.random()}`
  const { id: formatId } = (
    await admin.post<{ id: number }>('/bank-format', { ...EXAMPLE_BANK_FORMATS[0], name })
  ).body
  const send = async (content: string | Uint8Array, format: number | null = formatId, who = admin) => {
    const file = await uploadFile(portal, who, 'bankfiles', Buffer.from(content), 'bank.csv')
    return who.post<BankImport & { code: string; errors: Record<string, string[]> }>('/bank-import', {
      file,
      fileName: 'bank.csv',
      formatId: format,
    })
  }
  let latest = 0
  return {
    name,
    formatId,
    send,
    importRows: (rows: readonly BankRow[], who = admin) => send(bankCsv(rows), formatId, who),
    /** The line of this reference. */
    async line(reference: string): Promise<BankLine> {
      const { data } = (await admin.get<{ data: BankLine[] }>(`/bank-lines?searchTerm=${reference}`)).body
      const [found] = data
      if (!found) throw new Error(`no line ${reference}`)
      return found
    },

    /** A reference, and an amount that no other test has. */
    fresh() {
      latest += 1
      return { reference: `REF${1000 + latest}X`, amount: 5000 + latest }
    },

    /** A deposit of today. */
    pay: (who: LoggedIn, amountPaid: number, more: object = {}) =>
      deposit(portal, who, { amountPaid, transactionDate: `${dayFromNow(0)} 00:00:00`, ...more }),

    read: async (id: number) => (await admin.get<PaymentWithHistory>(`/payment/${id}`)).body,

    confirm: (lineId: number, paymentId: number, who = admin) =>
      who.post('/bank-matches', { pairs: [{ lineId, paymentId }] }),
  }
}
