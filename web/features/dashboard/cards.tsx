import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { Link } from 'react-router'
import { useAdmin } from '#lib/api/me.ts'
import type { MonthCount, PostViews, RequestCounts } from '@tahanan/contract/dashboard/answers.ts'
import { canSeePage } from '@tahanan/contract/permissions.ts'
import { requestsQuery, reservationsQuery, viewsQuery } from './calls.ts'
import { ChartCard, LineSample } from './chart-card.tsx'
import {
  truncateTitle,
  getDrawnYears,
  MONTH_NAMES,
  formatPercent,
  getDoughnutTotal,
  listSlices,
  groupByYearUntilToday,
  LINE_STYLES,
} from './figures.ts'

const loadCharts = () => import('./charts.tsx')
const StatusChart = lazy(() => loadCharts().then((m) => ({ default: m.StatusChart })))
const ReservationsChart = lazy(() => loadCharts().then((m) => ({ default: m.ReservationsChart })))
const ViewsChart = lazy(() => loadCharts().then((m) => ({ default: m.ViewsChart })))

const formatFigure = (count: number | null): string => (count === null ? '–' : count.toLocaleString('en'))

/** Card with the job orders by status: doughnut chart with counts and percentages (rules 13.20). */
export function RequestsCard() {
  return (
    <ChartCard
      className="requests"
      title="Job orders by status"
      empty="No job orders yet."
      query={useQuery(requestsQuery)}
      isEmpty={({ all }) => all === 0}
      toTable={(counts) => ({
        columns: ['Status', 'Count', 'Percent Of All'],
        rows: listSlices(counts).map(({ name, count, share }) => [
          name,
          formatFigure(count),
          formatPercent(share),
        ]),
      })}
      Picture={Doughnut}
    />
  )
}

const JOB_ORDERS_PATH = '/admin/service-requests'

// The legend is hidden from screen readers, because they read the same data in a table. If its entries are
// links, it is not hidden.
function Doughnut({ data }: { data: RequestCounts }) {
  const { total, text } = getDoughnutTotal(data)
  const maySee = canSeePage(useAdmin().roles, 'orders')
  return (
    <div className="doughnut">
      <div className="ring">
        <StatusChart data={data} />
        <p aria-hidden>
          <b>{formatFigure(total)}</b>
          {text}
        </p>
      </div>
      <ul aria-hidden={!maySee || undefined}>
        {listSlices(data).map(({ name, colour, count, share, status }) => (
          <li key={name}>
            <i style={{ background: `var(${colour})` }} />
            {maySee && status ? (
              <Link to={`${JOB_ORDERS_PATH}?statuses=${status}`}>{name}</Link>
            ) : (
              <span>{name}</span>
            )}
            <b className="num">{formatFigure(count)}</b>
            <span className="num">{formatPercent(share)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function ReservationsCard() {
  return (
    <ChartCard
      className="reservations"
      title="Reservations per month"
      empty="No reservations yet."
      query={useQuery(reservationsQuery)}
      isEmpty={(counts) => counts.length === 0}
      toTable={(counts) => {
        const countsByYear = groupByYearUntilToday(counts)
        return {
          columns: ['Month', ...countsByYear.map(({ year }) => String(year))],
          rows: MONTH_NAMES.map((month, monthIndex) => [
            month,
            ...countsByYear.map(({ months }) => formatFigure(months[monthIndex] ?? null)),
          ]),
        }
      }}
      Picture={YearLines}
    />
  )
}

function YearLines({ data }: { data: MonthCount[] }) {
  return (
    <>
      <ul className="linekey acts" aria-hidden>
        {getDrawnYears(data).map(({ year, total }, index) => (
          <li key={year} className="row">
            <LineSample {...(LINE_STYLES[index] ?? LINE_STYLES[0])} />
            <b>{year}</b>
            <span className="num">{formatFigure(total)}</span>
          </li>
        ))}
      </ul>
      <ReservationsChart data={data} />
    </>
  )
}

export function ViewsCard() {
  return (
    <ChartCard
      className="most-viewed"
      title="Views of the top 10 announcements and events"
      empty="Nobody has opened a post yet."
      query={useQuery(viewsQuery)}
      isEmpty={(posts) => posts.length === 0}
      toTable={(posts) => ({
        columns: ['Title', 'Views'],
        rows: posts.map(({ title, total }) => [truncateTitle(title), formatFigure(total)]),
      })}
      Picture={RankedViews}
    />
  )
}

function RankedViews({ data }: { data: PostViews[] }) {
  return (
    <div className="ranked stack">
      <ViewsChart data={data} />
      <ol aria-hidden>
        {data.map(({ id, title, total }, index) => (
          <li key={id}>
            <i>{index + 1}</i>
            <span>{truncateTitle(title)}</span>
            <b className="num">{formatFigure(total)}</b>
          </li>
        ))}
      </ol>
    </div>
  )
}
