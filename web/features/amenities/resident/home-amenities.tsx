import './home-amenities.css'
import { useQuery } from '@tanstack/react-query'
import { Waves } from 'lucide-react'
import { Link } from 'react-router'
import { useOpenServices } from '#features/tickets/resident/services.ts'
import { amenitiesQuery } from '#lib/api/row-queries.ts'
import { SkeletonBar } from '#ui/lists/skeletons.tsx'
import { Picture } from '#ui/picture.tsx'

export function HomeAmenities() {
  const services = useOpenServices()
  const isOpen = services?.has('reservation') === true
  const { data, isError } = useQuery({ ...amenitiesQuery, enabled: isOpen })
  if (isError || (services && !isOpen) || data?.length === 0) return null
  return (
    <section className="titled" aria-labelledby="book-title">
      <header>
        <h2 id="book-title">Book an amenity</h2>
      </header>
      <ul className="home-amenities">
        {!data && (
          <li aria-hidden>
            <SkeletonBar width={148} height={122} />
          </li>
        )}
        {data?.map(({ id, title, images: [image] }) => (
          <li key={id}>
            <Link className="tile" to={`/reservations/book?amenity=${id}`}>
              {image ? (
                <Picture className="fills" file={image} alt="" sizes="160px" />
              ) : (
                <span className="none">
                  <Waves className="large" />
                </span>
              )}
              <b>{title}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
