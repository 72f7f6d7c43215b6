import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useResident } from '#lib/api/me.ts'
import { formatLongDay } from '#lib/time.ts'
import { useDeferredRender } from '#lib/use-deferred-render.ts'
import { Button } from '#ui/controls/button.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { SkeletonBar } from '#ui/lists/skeletons.tsx'
import { DownloadButton } from '#ui/pdf/download-button.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import type { Statement } from '@tahanan/contract/billing/answers.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import { statementsQuery } from '../calls.ts'
import { useStatementPdf } from '../statement-buttons.tsx'
import { StatementHistory } from '../statement-list.tsx'
import { getPdfKey, getPdfName, getStatementTitle } from '../statement.ts'
import { usePagedQuery } from '../use-paged-query.ts'
import { AmountDueCard, PayLink } from './amount-due-card.tsx'

const LATEST_TITLE = 'Latest Statement Of Account'

export function StatementSection() {
  const { soaAmount, leftToPay } = useResident()
  const { query, filter, onPage } = usePagedQuery(statementsQuery)
  const { data } = query
  const newestStatements = useQuery(statementsQuery({ page: 1, limit: LIMITS.pageSize }))
  const { openPdf, pdfReader } = useStatementPdf()
  const isRendered = useDeferredRender(data !== undefined)
  if (!data || !isRendered) {
    return (
      <QueryState query={query} title="We could not load your statements">
        <div role="status" aria-label="Loading the statements">
          <AmountDueCard
            title={LATEST_TITLE}
            lead={
              <p className="due" aria-hidden>
                <SkeletonBar width={160} />
              </p>
            }
          >
            {(isQuiet) => <PayLink isQuiet={isQuiet} />}
          </AmountDueCard>
        </div>
      </QueryState>
    )
  }
  const latestStatement = newestStatements.data?.data[0]
  const earlierStatements = data.data.filter(({ id }) => id !== latestStatement?.id)
  return (
    <div className="statements">
      {latestStatement || soaAmount !== 0 || leftToPay !== 0 ? (
        <LatestCard statement={latestStatement} onView={openPdf} />
      ) : (
        <EmptyState title="No statements yet" action={<PayLink isQuiet />}>
          When the PMO sends a statement of account, it appears here by itself.
        </EmptyState>
      )}
      {earlierStatements.length > 0 && (
        <section className="titled" aria-labelledby="statements-title">
          <header>
            <h2 id="statements-title">Earlier statements</h2>
          </header>
          <StatementHistory statements={earlierStatements} onView={openPdf} />
          {data.total > filter.limit && <Pager {...filter} total={data.total} onPage={onPage} />}
        </section>
      )}
      {pdfReader}
    </div>
  )
}

function LatestCard(props: { statement: Statement | undefined; onView: (statement: Statement) => void }) {
  const { statement, onView } = props
  const key = statement && getPdfKey(statement)
  return (
    <AmountDueCard
      title={statement && LATEST_TITLE}
      lead={
        statement && (
          <p className="title">
            <b>{getStatementTitle(statement)}</b>
            <span>{formatLongDay(statement.soaDate)}</span>
          </p>
        )
      }
    >
      {(isQuiet) => (
        <>
          <PayLink isQuiet={isQuiet} />
          {statement && key !== undefined && (
            <>
              <Button icon={Eye} onClick={() => onView(statement)}>
                View Pdf
              </Button>
              <DownloadButton fileKey={key} name={getPdfName(statement)} />
            </>
          )}
        </>
      )}
    </AmountDueCard>
  )
}
