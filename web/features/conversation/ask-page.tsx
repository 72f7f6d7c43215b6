import { useResident } from '#lib/api/me.ts'
import { PageHead } from '#ui/page-head.tsx'
import Conversation from './conversation.tsx'

/** Page on which residents write with the office about any subject (rules 23.1). */
export default function AskPage() {
  const { id } = useResident()
  return (
    <div className="ask-page">
      <PageHead title="Ask the office" description="The Property Management Office answers here." />
      <section className="tile" aria-label="Messages">
        <Conversation
          subject={{ kind: 'tenant', id }}
          empty="Ask anything that is not about one request or payment. You get a notification when the PMO answers."
        />
      </section>
    </div>
  )
}
