import { useState } from 'react'
import { BlockedServices } from './blocked-services.tsx'
import { ServiceTiles, useServicePages } from './service-tiles.tsx'
import { useBlockedServices } from './services.ts'

/** Six of them, all after 'See list' (rules 15.11). */
const FEW = 6

/** The PMO's services that are open to this resident (rules 4.19). */
export function ServicesGrid() {
  const pages = useServicePages()
  const [all, setAll] = useState(false)
  const blocked = useBlockedServices()
  if (pages?.length === 0 && blocked === 0) return null
  return (
    <section className="titled" aria-labelledby="services-title">
      <header>
        <h2 id="services-title">PMO Services</h2>
        {pages && pages.length > FEW && (
          <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'See less' : 'See list'}
          </button>
        )}
      </header>
      <ServiceTiles pages={all ? pages : pages?.slice(0, FEW)} count={FEW} />
      <BlockedServices />
    </section>
  )
}
