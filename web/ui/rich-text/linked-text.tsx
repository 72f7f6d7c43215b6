import './linked-text.css'
import { splitLinks } from '@tahanan/contract/text/links.ts'
import { OutsideLink } from './outside-link.tsx'

/** Plain text in which web addresses become links (rules 23.48). */
export const LinkedText = ({ text }: { text: string }) =>
  splitLinks(text).map(({ text: part, href }, index) =>
    href === undefined ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never move
      <OutsideLink className="in-text" key={index} href={href}>
        {part}
      </OutsideLink>
    ),
  )
