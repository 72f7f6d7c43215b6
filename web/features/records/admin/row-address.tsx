import { ExternalLink } from 'lucide-react'
import { OutsideLink } from '#ui/rich-text/outside-link.tsx'
import './row-address.css'

/** A web address in a row, without its scheme. */
export function RowAddress({ url }: { url: string }) {
  return (
    <OutsideLink className="adlink" href={url}>
      <span className="clamp">{url.replace(/^https?:\/\//, '')}</span>
      <ExternalLink className="small" />
    </OutsideLink>
  )
}
