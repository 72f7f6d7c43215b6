import './news.css'
import { useQuery } from '@tanstack/react-query'
import { MailX } from 'lucide-react'
import { PushSwitch } from '#features/push/push-switch.tsx'
import { RecordSkeleton } from '#ui/lists/skeletons.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { NewsArea } from '@tahanan/contract/notifications/kinds.ts'
import { deliveriesQuery } from './calls.ts'
import { describeMail } from './mail-words.ts'
import { NewsForm } from './news-form.tsx'

/** Section of an account: which news its owner gets by mail and on phones (rules 23.40). */
export function NewsSection({ area }: { area: NewsArea }) {
  const query = useQuery(deliveriesQuery)
  const { data } = query
  const problem = data && describeMail(data, area)
  return (
    <section className="news" aria-labelledby="news-title">
      <h2 id="news-title">News</h2>
      <p className="muted">
        {area === 'client'
          ? 'All news is under the bell. Choose what also comes to you by mail and on your phone.'
          : 'All news is under the bell. Choose what also comes to you by mail.'}
      </p>
      {data ? (
        <>
          {problem !== undefined && (
            <p className="callout">
              <MailX />
              <span>{problem}</span>
            </p>
          )}
          {area === 'client' && <PushSwitch />}
          <NewsForm own={data} area={area} />
        </>
      ) : (
        <QueryState query={query} title="We could not load your choices">
          <RecordSkeleton count={6} />
        </QueryState>
      )}
    </section>
  )
}
