import { useQuery } from '@tanstack/react-query'
import { createDataQuery } from '#lib/api/create-api-query.ts'
import { Picture } from '#ui/picture.tsx'
import { OutsideLink } from '#ui/rich-text/outside-link.tsx'
import type { Ad } from '@tahanan/contract/records/answers.ts'
import './ads.css'

const CACHE_OPTIONS = { staleTime: 60_000, refetchOnWindowFocus: false }

const adQuery = createDataQuery<Ad | null>(['ad'], '/ad', {}, CACHE_OPTIONS)

/** Advertisement beside a table, or below it on a phone (rules 15.13). Not rendered if none exists. */
export function AdBanner() {
  const { data: ad, isPending } = useQuery(adQuery)
  // Reserves the banner's space while it loads, so that the table does not move.
  if (isPending) return <aside className="ad-banner wait" aria-hidden />
  const [image] = ad?.images ?? []
  if (!ad || !image) return null
  return (
    <aside className="ad-banner" aria-label="Advertisement">
      <OutsideLink href={ad.url}>
        <Picture file={image} alt="" sizes="(max-width: 1399px) 96px, 168px" />
        <b>{ad.title}</b>
      </OutsideLink>
      <small>Advertisement</small>
    </aside>
  )
}
