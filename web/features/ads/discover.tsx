import { useQuery } from '@tanstack/react-query'
import { createDataQuery } from '#lib/api/create-api-query.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import './ads.css'
import { Picture } from '#ui/picture.tsx'
import { OutsideLink } from '#ui/rich-text/outside-link.tsx'
import type { Ad } from '@tahanan/contract/records/answers.ts'
import { advertisement, MAX_DASHBOARD_ADS } from '@tahanan/contract/records/kinds/advertisement.ts'

const adsQuery = createDataQuery<Ad[]>(['ads'], '/ads', { limit: MAX_DASHBOARD_ADS }, { staleTime: 300_000 })

/**
 * Up to four advertisements on the dashboard (rules 9.26). Not rendered if none exists, or after an error.
 */
export function Discover() {
  const { data: ads } = useQuery(adsQuery)
  useLiveRefetch(advertisement.path.many, ['ads'], ['ad'])
  if (!ads || ads.length === 0) return null
  return (
    <section className="titled" aria-labelledby="discover-title">
      <header>
        <h2 id="discover-title">Discover</h2>
      </header>
      <ul className="ads">
        {ads.map(({ id, title, url, images: [image] }) => (
          <li key={id}>
            <OutsideLink href={url}>
              <span className="ad-picture">
                {image && (
                  <Picture className="fills" file={image} alt="" sizes="(max-width: 899px) 45vw, 180px" />
                )}
              </span>
              {title}
            </OutsideLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
