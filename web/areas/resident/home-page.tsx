import './home-page.css'
import { Discover } from '#features/ads/discover.tsx'
import { HomeAmenities } from '#features/amenities/resident/home-amenities.tsx'
import { BillingCard } from '#features/billing/resident/billing-card.tsx'
import { FeedbackPrompt } from '#features/feedback/feedback-prompt.tsx'
import { LatestPost } from '#features/posts/resident/latest-post.tsx'
import { PrivacyNoticeNote } from '#features/privacy-notice/privacy-notice-note.tsx'
import { LatestMemorandums } from '#features/records/resident/latest-memorandums.tsx'
import { ServicesGrid } from '#features/tickets/resident/services-grid.tsx'
import { useResident } from '#lib/api/me.ts'
import { formatUnit } from '#lib/record-values.ts'
import { getGreeting, formatLongDate, getCommunityTimeNow } from '#lib/time.ts'
import { DesktopHeadExtras } from '#ui/page-head.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'

/** Dashboard of the resident (rules 15.11). */
export function HomePage() {
  const tenant = useResident()
  const { uoccname, firstName } = tenant
  const phone = useIsPhone()
  return (
    <>
      <div className="corner" aria-hidden />
      <div className="head hello">
        <div className="grow">
          <h1>
            <span lang="fil">{getGreeting()}</span>, {firstName || uoccname.split(' ')[0]}
          </h1>
          <p>
            {formatUnit(tenant)} · {formatLongDate(getCommunityTimeNow())}
          </p>
        </div>
        <DesktopHeadExtras />
      </div>
      <PrivacyNoticeNote />
      {phone ? (
        <>
          <FeedbackPrompt />
          <LatestPost />
          <BillingCard />
          <ServicesGrid />
          <HomeAmenities />
          <LatestMemorandums />
          <Discover />
        </>
      ) : (
        <div className="home">
          <div>
            <FeedbackPrompt />
            <LatestPost />
            <ServicesGrid />
            <HomeAmenities />
            <LatestMemorandums />
          </div>
          <div>
            <BillingCard />
            <Discover />
          </div>
        </div>
      )}
    </>
  )
}
