import { advertisementForm } from '@tahanan/contract/content/forms.ts'
import { isWebAddress } from '@tahanan/contract/tickets/validate.ts'
import { ExternalLink } from 'lucide-react'
import type { Advertisement } from '../records/calls.ts'
import type { RecordKind } from '../records/kind.ts'
import { RecordPage } from '../records/record-page.tsx'
import { RowPicture } from '../records/row-picture.tsx'

interface AddressProps {
  url: string
}

/** An address as a link, if it is one of the web; it gets nothing of this page. */
function Address({ url }: AddressProps) {
  if (!isWebAddress(url)) return url
  return (
    <a className="adlink" href={url} target="_blank" rel="noopener noreferrer">
      <span>{url.replace(/^https?:\/\//, '')}</span>
      <ExternalLink className="i sm" aria-hidden />
    </a>
  )
}

/** Specification 2 §2.12. */
const advertisements: RecordKind<Advertisement & Record<string, unknown>> = {
  page: 'advertisements',
  title: 'Advertisements',
  one: 'advertisement',
  many: 'advertisements',
  form: advertisementForm,
  noun: { one: 'advertisement', many: 'advertisements' },
  toast: 'Advertisement',
  searchHint: 'Search advertisements',
  purpose: 'Residents see them on their dashboard and beside their lists.',
  nameOf: ({ title }) => title,
  columns: [
    { label: 'Image', show: ({ images, title }) => <RowPicture images={images} name={title} /> },
    { label: 'Title', look: 'wide', opens: true, show: ({ title }) => title },
    { label: 'URL', look: 'wide', show: ({ url }) => <Address url={url} /> },
    {
      label: 'Description',
      look: 'wide',
      show: ({ description }) => <span className="clip">{description}</span>,
    },
  ],
  card: ({ title, url, description, images }) => ({
    picture: <RowPicture images={images} name={title} />,
    heading: title,
    words: (
      <>
        <p>
          <Address url={url} />
        </p>
        {description && <p className="clip">{description}</p>}
      </>
    ),
  }),
}

export function AdvertisementsPage() {
  return <RecordPage kind={advertisements} />
}
