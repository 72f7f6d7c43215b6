import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { RecordSkeleton } from '../../ui/lists/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'

interface TermsSheetProps {
  onClose: () => void
}

/** The terms and conditions, to read again. */
export function TermsSheet({ onClose }: TermsSheetProps) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['terms'],
    queryFn: ({ signal }) => api.get<{ value: unknown }>('/public-terms-and-conditions', undefined, signal),
  })
  return (
    <Sheet title="Terms and Conditions" onClose={onClose}>
      {!data && !error && <RecordSkeleton />}
      {!data && error && (
        <ErrorState
          error={error}
          title="We could not load the terms"
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {data && <RichText value={data.value} />}
    </Sheet>
  )
}
