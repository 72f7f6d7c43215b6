import { useQuery } from '@tanstack/react-query'
import { lazy, useId, useState } from 'react'
import { Link } from 'react-router'
import { NativeSelect } from '#ui/controls/input.tsx'
import { TableHead } from '#ui/lists/table-head.tsx'
import { QueryState } from '#ui/query-state.tsx'
import type { DecisionHours, ModuleCount } from '@tahanan/contract/dashboard/answers.ts'
import { STATUS } from '@tahanan/contract/statuses.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { decisionsQuery, modulesQuery } from './calls.ts'
import { ChartCard, CsvButton, LineSample } from './chart-card.tsx'
import { HOUR_LINES, getModuleTitle, formatMonth } from './figures.ts'

const HoursChart = lazy(() => import('./charts.tsx').then((m) => ({ default: m.HoursChart })))

const MODULE_COLUMNS = ['Module', 'Waiting', 'Late']

/** Card with the waiting and late tickets of each module. Each number links to its list (rules 13.31). */
export function ModulesCard() {
  const id = useId()
  const query = useQuery(modulesQuery)
  const { data } = query
  const rows = data?.map(({ module, waiting, late }) => [
    getModuleTitle(module),
    String(waiting),
    String(late),
  ])
  if (data?.length === 0) return null
  return (
    <section className="tile chartcard modules" aria-labelledby={id}>
      <header className="row">
        <h2 id={id}>Waiting and late by module</h2>
        {rows && <CsvButton file="Waiting and late.csv" columns={MODULE_COLUMNS} rows={rows} />}
      </header>
      {data ? (
        <div className="figures">
          <table className="table">
            <caption className="visually-hidden">Waiting and late by module</caption>
            <TableHead columns={MODULE_COLUMNS} right={MODULE_COLUMNS.slice(1)} />
            <tbody>
              {data.map((count) => (
                <ModuleRow key={count.module} {...count} />
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <QueryState query={query} title="We could not load these figures" />
      )}
    </section>
  )
}

function ModuleRow({ module, waiting, late }: ModuleCount) {
  const route = MODULES.find(({ name }) => name === module)?.route
  const moduleCells = [
    [waiting, `status=${STATUS.approval}`, 'waiting'],
    [late, 'late=1', 'late'],
  ] as const
  return (
    <tr>
      <th scope="row">{getModuleTitle(module)}</th>
      {moduleCells.map(([count, filter, label]) => (
        <td key={filter} className="num right">
          {route ? (
            <Link
              to={`/admin${route}?${filter}`}
              aria-label={`${getModuleTitle(module)}: ${count.toLocaleString('en')} ${label}`}
            >
              {count.toLocaleString('en')}
            </Link>
          ) : (
            count.toLocaleString('en')
          )}
        </td>
      ))}
    </tr>
  )
}

/**
 * Shows a chart of the office hours between the filing of a ticket and the first decision, by the month of
 * filing (rules 13.31).
 */
export function DecisionsCard() {
  const query = useQuery(decisionsQuery)
  return (
    <ChartCard
      className="decisions"
      title="Office hours to the first decision"
      empty="Nothing was decided yet."
      query={query}
      isEmpty={(months) => months.length === 0}
      csvFile="Hours to the first decision.csv"
      toTable={(months) => ({
        columns: ['Month', 'Module', 'Decided', ...HOUR_LINES.map(({ name }) => name)],
        rows: months.map((monthHours) => [
          formatMonth(monthHours),
          getModuleTitle(monthHours.module),
          monthHours.decided.toLocaleString('en'),
          ...HOUR_LINES.map(({ key }) => monthHours[key].toFixed(1)),
        ]),
      })}
      Picture={ModuleHours}
    />
  )
}

function ModuleHours({ data }: { data: DecisionHours[] }) {
  const shownModuleNames = MODULES.map(({ name }) => name).filter((name) =>
    data.some(({ module }) => module === name),
  )
  const [chosenModule, setChosenModule] = useState(shownModuleNames[0] ?? '')
  return (
    <>
      <div className="linekey acts">
        <NativeSelect
          aria-label="Module"
          value={chosenModule}
          options={shownModuleNames.map((name) => ({ value: name, label: getModuleTitle(name) }))}
          onChange={({ target }) => setChosenModule(target.value)}
        />
        {HOUR_LINES.map(({ name, look }) => (
          <span className="row" key={name} aria-hidden>
            <LineSample {...look} />
            {name}
          </span>
        ))}
      </div>
      <HoursChart data={data.filter(({ module }) => module === chosenModule)} />
    </>
  )
}
