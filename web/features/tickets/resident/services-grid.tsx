import { useState } from 'react'
import { BlockedServicesNote } from './blocked-services-note.tsx'
import { ServiceTiles, useServicePages } from './service-tiles.tsx'
import { useBlockedServiceCount } from './services.ts'

/** Number of tiles shown before the user clicks 'See list' (rules 15.11). */
const INITIAL_TILE_COUNT = 6

/** Tiles of the services that this resident may use (rules 4.19). */
export function ServicesGrid() {
  const pages = useServicePages()
  const [isExpanded, setExpanded] = useState(false)
  const blockedCount = useBlockedServiceCount()
  if (pages?.length === 0 && blockedCount === 0) return null
  return (
    <section className="titled" aria-labelledby="services-title">
      <header>
        <h2 id="services-title">PMO Services</h2>
        {pages && pages.length > INITIAL_TILE_COUNT && (
          <button type="button" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? 'See less' : 'See list'}
          </button>
        )}
      </header>
      <ServiceTiles
        pages={isExpanded ? pages : pages?.slice(0, INITIAL_TILE_COUNT)}
        count={INITIAL_TILE_COUNT}
      />
      <BlockedServicesNote />
    </section>
  )
}
