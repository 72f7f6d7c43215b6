import { useQuery } from '@tanstack/react-query'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import type { PublicTerms } from '@tahanan/contract/settings/answers.ts'

export default function TermsSheet({ onClose }: { onClose: () => void }) {
  const query = useQuery(createApiQuery<PublicTerms>(['terms'], '/public-terms-and-conditions'))
  return (
    <Sheet title="Terms and Conditions" onClose={onClose}>
      {query.data ? (
        <RichText value={query.data.value} />
      ) : (
        <QueryState query={query} title="We could not load the terms" />
      )}
    </Sheet>
  )
}
