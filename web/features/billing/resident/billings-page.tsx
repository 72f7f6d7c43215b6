import '#ui/list-pages/styles.ts'
import '../billing.css'
import { AdBanner } from '#features/ads/ad-banner.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { useOpenId } from '#ui/panels/open-id.ts'
import { useIsPhone } from '#ui/use-media-query.ts'
import { OpenPayment } from './open-payment.tsx'
import { PaymentSection } from './payment-section.tsx'
import { StatementSection } from './statement-section.tsx'

/** Page with the latest statement, earlier statements and payments (rules 15.15). */
export function BillingsPage() {
  const { openId, setOpenId } = useOpenId('id')
  const phone = useIsPhone()
  return (
    <>
      <PageHead title="Billings" description="Your statements of account and payments." />
      {phone ? (
        <>
          <StatementSection />
          <PaymentSection onOpen={setOpenId} />
          <AdBanner />
        </>
      ) : (
        <>
          <div className="beside">
            <StatementSection />
            <AdBanner />
          </div>
          <PaymentSection onOpen={setOpenId} />
        </>
      )}
      <OpenPayment id={openId} onClose={() => setOpenId(undefined)} />
    </>
  )
}
