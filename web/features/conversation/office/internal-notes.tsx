import { LockKeyhole } from 'lucide-react'
import { useAdmin } from '#lib/api/me.ts'
import { Waiting } from '#ui/lists/skeletons.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { channels } from '@tahanan/contract/channels.ts'
import type { InternalNote } from '@tahanan/contract/conversation/answers.ts'
import type { ConversationSubject } from '@tahanan/contract/conversation/subjects.ts'
import { useMessages } from '../calls.ts'
import { Composer } from '../composer.tsx'
import { ReadOnlyNote } from '../read-only-note.tsx'
import { TimelineList } from '../timeline-list.tsx'
import { notesQuery } from './calls.ts'

/** Live notes of a record that no resident reads, in their own colour (rules 23.10). */
export function InternalNotes({ subject, isHidden }: { subject: ConversationSubject; isHidden: boolean }) {
  const { id } = useAdmin()
  const { query, page, messages, add } = useMessages(notesQuery(subject), subject, channels.adminNotes(id))
  return (
    <div className="conversation internal stack" hidden={isHidden}>
      <p className="row only-office">
        <LockKeyhole className="small" />
        Only the office reads these
      </p>
      {page ? (
        <TimelineList
          label="Internal notes"
          noun="notes"
          messages={messages}
          isOwn={() => false}
          empty={
            page.mayWrite ? 'Keep here what colleagues should know. Residents never read it.' : 'No note yet.'
          }
          onEarlier={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          isLoading={query.isFetchingNextPage}
          isHidden={isHidden}
        />
      ) : (
        <QueryState query={query} title="We could not load the notes">
          <Waiting className="form-wait" bars={[['40%'], ['80%']]} />
        </QueryState>
      )}
      {page && !page.mayWrite && <ReadOnlyNote />}
      {page?.mayWrite && (
        <Composer
          path="/internal-note"
          subject={subject}
          label="Write an internal note"
          action="Save note"
          onSent={(saved) => add(saved as InternalNote)}
        />
      )}
    </div>
  )
}
