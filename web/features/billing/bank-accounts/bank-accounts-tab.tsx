import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Button } from '#ui/controls/button.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { formTitle } from '#ui/forms/form-title.ts'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import type { RecordColumn } from '#ui/lists/record-table.tsx'
import { openAction } from '#ui/overlays/row-menu.tsx'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import { usePanel } from '#ui/panels/panel.ts'
import type { BankAccount } from '@tahanan/contract/billing/answers.ts'
import { bankAccountForm } from '@tahanan/contract/billing/bank-account.ts'
import { bankAccountsQuery } from '../calls.ts'
import './bank-accounts.css'

const COLUMNS: readonly RecordColumn<BankAccount>[] = [
  { label: 'Order', look: 'c-num', show: ({ position }) => position },
  { label: 'Bank', look: 'wide', opens: true, show: ({ bank }) => bank },
  { label: 'Account name', look: 'wide', show: ({ accountName }) => accountName },
  { label: 'Account number', look: 'c-num', show: ({ accountNumber }) => accountNumber },
  { label: 'QR Ph', show: ({ images }) => (images.length > 0 ? 'Yes' : 'None') },
  { label: 'Shown', show: ({ active }) => (active === 1 ? 'Yes' : 'No') },
]
const cardOf = ({ bank, accountName, accountNumber, active }: BankAccount) => ({
  heading: bank,
  words: (
    <>
      <p className="num">{accountNumber}</p>
      <p>{accountName}</p>
      {active === 0 && <p>Not shown to residents</p>}
    </>
  ),
})

/** The office's bank accounts, managed by the super-administrator (rules 19.1). */
export default function BankAccountsTab() {
  const query = useQuery(bankAccountsQuery)
  const { panel, open, close, linkOf } = usePanel()
  const accounts = query.data?.data ?? []
  const record = accounts.find(({ id }) => id === panel?.id)
  useMissingRecord(query.isSuccess && panel?.id !== undefined && !record, close)
  return (
    <section className="bank-accounts-tab">
      <h2 className="visually-hidden">Bank Accounts</h2>
      <p className="lead">
        Residents see these accounts when they pay by deposit. Check each number twice: their money goes
        there.
      </p>
      <div className="acts">
        <Button kind="primary" icon={Plus} onClick={() => open()}>
          Add bank account
        </Button>
      </div>
      <RecordList
        query={query}
        caption="Bank accounts"
        things="bank accounts"
        purpose="Without one, residents see none."
        filter={{ page: 1, limit: 0, searchTerm: '' }}
        columns={COLUMNS}
        card={cardOf}
        nameOf={({ bank, accountNumber }) => `${bank} ${accountNumber}`}
        linkOf={linkOf}
        actions={({ id }) => [openAction(() => open(id), true)]}
      />
      {panel && (record ?? panel.id === undefined) && (
        <FormSheet
          key={panel.id}
          declared={bankAccountForm}
          title={formTitle(record ? 'EDIT' : 'ADD', 'bank account')}
          path="/bank-account"
          noun="Bank account"
          record={record}
          start={{ position: String(accounts.length + 1), active: 1 }}
          stale={[bankAccountsQuery.queryKey]}
          onClose={close}
        />
      )}
    </section>
  )
}
