import { Star } from 'lucide-react'
import './stars.css'

interface StarsProps {
  /** 1 to 5. */
  rate: number
}

/** A rating to read. */
export function Stars({ rate }: StarsProps) {
  return (
    <span className="stars" role="img" aria-label={`${rate} of 5 stars`}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Star key={place} className={place <= rate ? 'lit' : ''} />
      ))}
    </span>
  )
}
