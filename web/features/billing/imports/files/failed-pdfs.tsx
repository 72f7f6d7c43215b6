import { NameList } from '../name-list.tsx'
import type { FailedPdf } from './pdf-uploads.ts'

/** Refused PDFs with their reasons. */
export function FailedPdfs({ failed, open }: { failed: readonly FailedPdf[]; open?: boolean }) {
  return (
    <NameList
      title={`${failed.length.toLocaleString('en')} not accepted`}
      names={failed.map(({ file }) => file.name)}
      reasons={failed.map(({ reason }) => reason)}
      open={open}
    />
  )
}
