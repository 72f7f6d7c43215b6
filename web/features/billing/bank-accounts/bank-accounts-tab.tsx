import { useQuery } from '@tanstack/react-query'
import { FormSection } from '#ui/list-pages/list-section.tsx'
import type { TableColumn } from '#ui/lists/data-table.tsx'
import type { BankAccount } from '@tahanan/contract/billing/answers.ts'
import { bankAccountForm } from '@tahanan/contract/billing/bank-account.ts'
import { bankAccountsQuery } from '../calls.ts'
import './bank-accounts.css'

const COLUMNS: readonly TableColumn<BankAccount>[] = [
  { label: 'Order', look: 'c-num', renderCell: ({ position }) => position },
  { label: 'Bank', look: 'wide', isRowOpener: true, renderCell: ({ bank }) => bank },
  { label: 'Account Name', look: 'wide', renderCell: ({ accountName }) => accountName },
  { label: 'Account Number', look: 'c-num', renderCell: ({ accountNumber }) => accountNumber },
  { label: 'QR Ph', renderCell: ({ images }) => (images.length > 0 ? 'Yes' : 'None') },
  { label: 'Shown', renderCell: ({ active }) => (active === 1 ? 'Yes' : 'No') },
]
const toCard = ({ bank, accountName, accountNumber, active }: BankAccount) => ({
  heading: bank,
  words: (
    <>
      <p className="num">{accountNumber}</p>
      <p>{accountName}</p>
      {active === 0 && <p>Not shown to residents</p>}
    </>
  ),
})

/** List in which the super-administrator manages the office's bank accounts (rules 19.1). */
export default function BankAccountsTab() {
  const query = useQuery(bankAccountsQuery)
  return (
    <FormSection
      className="stack gap-4"
      title="Bank accounts"
      hint={
        <>
          Residents see these accounts when they pay by deposit. Check each number twice: their money goes
          there.
        </>
      }
      query={query}
      noun="bank account"
      purpose="Without one, residents see none."
      columns={COLUMNS}
      card={toCard}
      getName={({ bank, accountNumber }) => `${bank} ${accountNumber}`}
      form={bankAccountForm}
      path="/bank-account"
      start={{ position: String((query.data?.total ?? 0) + 1), active: 1 }}
      staleQueries={[bankAccountsQuery.queryKey]}
    />
  )
}
