import { PageHead } from '#ui/page-head.tsx'
import { DataCopies } from './data-copies.tsx'

export default function YourDataPage() {
  return (
    <>
      <PageHead title="Your data" />
      <DataCopies />
    </>
  )
}
