import { useQuery } from '@tanstack/react-query'
import { dataQuery } from '#lib/api/api-query.ts'
import { Picture } from '#ui/picture.tsx'
import { OutsideLink } from '#ui/rich-text/outside-link.tsx'
import type { Ad } from '@tahanan/contract/records/answers.ts'
import './ads.css'

const CACHED = { staleTime: 60_000, refetchOnWindowFocus: false }

const adQuery = dataQuery<Ad | null>(['ad'], '/ad', {}, CACHED)

/** Advertisement next to a table, or under it on a phone (rules 15.13). Hidden without advertisements. */
export function AdBanner() {
  const { data: ad, isPending } = useQuery(adQuery)
  // Reserves its space while loading, so that the table does not move afterwards.
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
