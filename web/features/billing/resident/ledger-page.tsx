import '../billing.css'
import { useResident } from '#lib/api/me.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { BackLink } from '#ui/back-link.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { PageHead } from '#ui/page-head.tsx'
import { useOpenId } from '#ui/panels/open-id.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { LedgerList } from '../ledger/ledger-list.tsx'
import { ReportPdfButton } from '../save-buttons.tsx'
import { OpenPayment } from './open-payment.tsx'

/** Page with the ledger of the logged-in resident (rules 15.25). */
export default function LedgerPage() {
  const { id } = useResident()
  const { filter, openPage } = useListParams({ isForResident: true })
  const { openId, setOpenId } = useOpenId('id')
  useLiveRefetch(liveChannels.clientPayments(id), ['payment'])
  return (
    <>
      <BackLink to="/billings">Billings</BackLink>
      <PageHead
        title="Account ledger"
        description="What you were billed and what you paid, the newest first."
      />
      <div className="acts ledger-acts">
        <ReportPdfButton path={`/ledger/${id}/pdf`} name="Account ledger" />
      </div>
      <LedgerList tenantId={id} page={filter.page} onPage={openPage} onPayment={setOpenId} />
      <OpenPayment id={openId} onClose={() => setOpenId(undefined)} />
    </>
  )
}
