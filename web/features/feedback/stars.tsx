import { Star } from 'lucide-react'
import './stars.css'

/** A read-only rating, 1 to 5. */
export function Stars({ rate }: { rate: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rate} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Star key={place} className={place <= rate ? 'lit' : ''} />
      ))}
    </span>
  )
}
