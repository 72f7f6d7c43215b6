import { useState } from 'react'
import { ServiceTiles, useServicePages } from './service-tiles.tsx'

/** Six of them, all after 'See list' (rules 15.11). */
const FEW = 6

/** The PMO's services that are open to this resident (rules 4.19). */
export function ServicesGrid() {
  const pages = useServicePages()
  const [all, setAll] = useState(false)
  if (pages?.length === 0) return null
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
    </section>
  )
}
