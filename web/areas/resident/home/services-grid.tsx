import { useState } from 'react'
import { Link } from 'react-router'
import { Bar } from '../../../ui/skeletons.tsx'
import { PAGES } from '../pages.tsx'
import { useOpenServices } from '../services.ts'

/** Six of them, all after 'See list' (spec 1, section 9). */
const FEW = 6

/** The PMO's services that are open to this resident (specification 1 §2 and §4). */
export function ServicesGrid() {
  const open = useOpenServices()
  const [all, setAll] = useState(false)
  const services = PAGES.filter(({ service }) => service !== undefined && open?.has(service))
  if (open && services.length === 0) return null
  return (
    <section className="block" aria-labelledby="services-title">
      <header>
        <h2 id="services-title">PMO Services</h2>
        {services.length > FEW && (
          <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'See less' : 'See list'}
          </button>
        )}
      </header>
      <div className="svc">
        {!open &&
          Array.from({ length: FEW }, (_, place) => (
            <div key={place} className="wait" aria-hidden>
              <Bar width={64} height={64} />
              <Bar width={56} />
            </div>
          ))}
        {services.slice(0, all ? undefined : FEW).map(({ path, title, icon: Icon }) => (
          <Link key={path} to={path}>
            <span className="pane">
              <Icon className="i lg" aria-hidden />
            </span>
            {title}
          </Link>
        ))}
      </div>
    </section>
  )
}
