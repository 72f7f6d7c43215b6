import { advertisementForm } from '@tahanan/contract/content/forms.ts'
import type { Advertisement } from '@tahanan/contract/records/answers.ts'
import { ExternalLink } from 'lucide-react'
import { OutsideLink } from '../../../ui/rich-text/outside-link.tsx'
import type { RecordKind } from '../../../ui/list-pages/record-kind.ts'
import { RecordPage } from '../../../ui/list-pages/record-page.tsx'
import { RowPicture } from './row-picture.tsx'

interface AddressProps {
  url: string
}

function Address({ url }: AddressProps) {
  return (
    <OutsideLink className="adlink" href={url}>
      <span>{url.replace(/^https?:\/\//, '')}</span>
      <ExternalLink className="small" />
    </OutsideLink>
  )
}

/** The office's advertisements (rules 15.19). */
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

export default function AdvertisementsPage() {
  return <RecordPage kind={advertisements} />
}
