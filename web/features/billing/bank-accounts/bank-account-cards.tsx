import { useQuery } from '@tanstack/react-query'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { Lightbox } from '#ui/files/lightbox.tsx'
import { toDisplayFiles } from '#ui/files/to-display-files.ts'
import { copyText } from '#ui/overlays/copy-text.ts'
import type { BankAccount } from '@tahanan/contract/billing/answers.ts'
import { bankAccountsQuery } from '../calls.ts'
import './bank-accounts.css'

/** Cards of the office's bank accounts. Without any account, advises to contact the office (rules 19.2). */
export function BankAccountCards() {
  const { data } = useQuery(bankAccountsQuery)
  if (!data) return null
  if (data.data.length === 0)
    return <p className="help">Ask the Property Management Office where to deposit.</p>
  return (
    <section className="bank-accounts" aria-labelledby="bank-accounts-title">
      <h2 id="bank-accounts-title">Deposit to</h2>
      <ul>
        {data.data.map((account) => (
          <AccountCard key={account.id} account={account} />
        ))}
      </ul>
      <p className="help">Send the slip afterwards.</p>
    </section>
  )
}

function AccountCard({ account }: { account: BankAccount }) {
  const { bank, accountName, accountNumber, images } = account
  const [open, setOpen] = useState(false)
  const files = toDisplayFiles(images)
  const [picture] = files
  return (
    <li className="tile">
      <div className="grow">
        <h3>{bank}</h3>
        <p className="num number">{accountNumber}</p>
        <p>{accountName}</p>
        <Button
          icon={Copy}
          aria-label={`Copy the account number of ${bank}`}
          onClick={() => void copyText(accountNumber, 'Account number copied.')}
        >
          Copy number
        </Button>
      </div>
      {picture && (
        <div className="qr">
          <button type="button" aria-label={`Open the QR Ph of ${bank}`} onClick={() => setOpen(true)}>
            <img src={picture.src} alt="" />
          </button>
          <a className="btn quiet" href={picture.src} download>
            <Download />
            Save QR
          </a>
        </div>
      )}
      {open && <Lightbox files={files} onClose={() => setOpen(false)} />}
    </li>
  )
}
