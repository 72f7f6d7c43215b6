import { useState } from 'react'
import { BlockedServicesNote } from './blocked-services-note.tsx'
import { ServiceTiles, useServicePages } from './service-tiles.tsx'
import { useBlockedServiceCount } from './services.ts'

/** Number of tiles shown before the user clicks 'See list' (rules 15.11). */
const TILES_AT_FIRST = 6

/** Tiles of the services that this resident may use (rules 4.19). */
export function ServicesGrid() {
  const pages = useServicePages()
  const [all, setAll] = useState(false)
  const blockedCount = useBlockedServiceCount()
  if (pages?.length === 0 && blockedCount === 0) return null
  return (
    <section className="titled" aria-labelledby="services-title">
      <header>
        <h2 id="services-title">PMO Services</h2>
        {pages && pages.length > TILES_AT_FIRST && (
          <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'See less' : 'See list'}
          </button>
        )}
      </header>
      <ServiceTiles pages={all ? pages : pages?.slice(0, TILES_AT_FIRST)} count={TILES_AT_FIRST} />
      <BlockedServicesNote />
    </section>
  )
}
