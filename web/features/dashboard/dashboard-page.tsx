import '#ui/list-pages/styles.ts'
import { PageHead } from '#ui/page-head.tsx'
import { RequestsCard, ReservationsCard, ViewsCard } from './cards.tsx'
import { DecisionsCard, ModulesCard } from './module-cards.tsx'
import { TotalCards } from './total-cards.tsx'

/** Dashboard of the administrators, with the title 'SUMMARY REPORT' (rules 13.20). */
export default function DashboardPage() {
  return (
    <div className="office dash">
      <PageHead title="SUMMARY REPORT" />
      <TotalCards />
      <div className="charts stack">
        <ModulesCard />
        <DecisionsCard />
        <RequestsCard />
        <ReservationsCard />
        <ViewsCard />
      </div>
    </div>
  )
}
