import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AdBanner } from '#features/ads/ad-banner.tsx'
import { useResident } from '#lib/api/me.ts'
import type { ListPageFilter } from '#lib/api/row-queries.ts'
import { formatCount } from '#lib/format-number.ts'
import { useLiveState } from '#lib/live/live.ts'
import { useDeferredRender } from '#lib/use-deferred-render.ts'
import { ConnectionBadge } from '#ui/connection-badge.tsx'
import { Button } from '#ui/controls/button.tsx'
import { NativeSelect } from '#ui/controls/input.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { SearchBox } from '#ui/list-pages/list-tools.tsx'
import { DataTable, listColumnLabels, stackColumns } from '#ui/lists/data-table.tsx'
import { useLiveMarks } from '#ui/lists/live-rows.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { CardSkeletons, TableSkeleton } from '#ui/lists/skeletons.tsx'
import { SortSelect } from '#ui/lists/sort.tsx'
import type { RowAction } from '#ui/overlays/row-menu.tsx'
import { QueryState } from '#ui/query-state.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'
import { capitalize } from '@tahanan/contract/capitalize.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { STATUSES, isStatus } from '@tahanan/contract/statuses.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { CardPart, TicketColumn, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { ticketsQuery } from '../calls.ts'
import { LiveTickets } from '../live-tickets.tsx'
import { useTicketColumns } from '../ticket-columns.tsx'
import { getNewestColumn, getTicketSortKeys } from '../ticket-sorts.ts'
import { findModule } from '../ticket.ts'
import { formatValue } from '../values.ts'
import { TicketCard } from './ticket-card.tsx'
import './list-filter.css'

interface TicketListProps {
  listPath: string
  module: TicketModule
  modules: readonly TicketModule[]
  columns: readonly TicketColumn[]
  caption: string
  noun: { one: string; many: string }
  card: (ticket: Ticket) => { heading: string; line: readonly CardPart[] }
  onOpen: (ticket: Ticket) => void
  actions?: (ticket: Ticket) => readonly RowAction[]
  empty: ReactNode
}

export function TicketList(props: TicketListProps) {
  const { listPath, module, modules, columns, caption, noun, card, onOpen, actions, empty } = props
  const { id: tenantId } = useResident()
  const phone = useIsPhone()
  const ticketColumns = useTicketColumns(module, columns)
  const shownColumns = stackColumns(ticketColumns.columns, ticketColumns.stack)
  const singleModule = modules.length === 1 ? module : undefined
  const { filter, change, openPage, sorting } = useListParams({
    tabs: true,
    keys: getTicketSortKeys('resident', singleModule),
    newest: getNewestColumn(singleModule),
    isForResident: true,
  })
  const isFiltered = filter.status !== undefined || filter.searchTerm !== ''
  const query = useQuery(ticketsQuery(listPath, filter))
  const { data: list } = query
  const canRender = useDeferredRender(list !== undefined)
  const { marks, mark } = useLiveMarks()
  if (!list || !canRender) {
    return (
      <QueryState query={query} title={`We could not load your ${noun.many}`}>
        {phone ? (
          <CardSkeletons />
        ) : (
          <TableSkeleton columns={listColumnLabels(shownColumns)} actions={actions !== undefined} pager />
        )}
      </QueryState>
    )
  }
  const pager = (
    <Pager {...filter} total={list.total} isSorted={filter.sort !== undefined} onPage={openPage} />
  )
  const showAll = (): void => change({ status: undefined, searchTerm: '' })
  const emptyState = isFiltered ? (
    <EmptyState
      title={`No ${noun.many} found`}
      action={<Button onClick={showAll}>Show all {noun.many}</Button>}
    >
      Nothing matches this search and status.
    </EmptyState>
  ) : (
    empty
  )
  const ticketTable = (
    <div className="beside">
      <section className="panel">
        <DataTable
          caption={caption}
          columns={shownColumns}
          rows={list.data}
          getName={({ ticketNumber }) => ticketNumber}
          marks={marks}
          sorting={sorting}
          onOpen={onOpen}
          actions={actions}
          menu
        />
        {pager}
      </section>
      <AdBanner />
    </div>
  )
  const renderCards = () => (
    <>
      <SortSelect sorting={sorting}>
        <span className="num">{formatCount(list.total, noun.one, noun.many)}</span>
      </SortSelect>
      <div className="cards">
        {list.data.map((ticket) => (
          <TicketCard
            key={ticket.id}
            module={findModule(ticket) ?? module}
            ticket={ticket}
            {...card(ticket)}
            mark={marks.get(ticket.id)}
            onOpen={() => onOpen(ticket)}
            actions={actions?.(ticket) ?? []}
          />
        ))}
      </div>
      {list.total > filter.limit && pager}
      <AdBanner />
    </>
  )
  const isEmpty = list.data.length === 0 && filter.page === 1
  return (
    <>
      <LiveTickets
        modules={modules}
        getChannel={(path) => liveChannels.clientTickets(path, tenantId)}
        listPath={listPath}
        filter={filter}
        onMark={mark}
      />
      {/* The filter is hidden if all tickets fit on one page. */}
      {(isFiltered || list.total > filter.limit) && (
        <ListPageFilter
          hint={phone ? 'Search' : `Search your ${noun.many}`}
          filter={filter}
          onChange={change}
        />
      )}
      {!isEmpty && <LostConnectionBadge />}
      {isEmpty ? emptyState : phone ? renderCards() : ticketTable}
    </>
  )
}

function LostConnectionBadge() {
  return useLiveState() === 'lost' && <ConnectionBadge />
}

export function getHeading(module: TicketModule, ticket: Ticket): string {
  return formatValue(module, ticket, module.card.heading) || ticket.ticketNumber
}

interface ListFilterProps {
  hint: string
  filter: Pick<ListPageFilter, 'status' | 'searchTerm'>
  onChange: (next: Partial<ListPageFilter>) => void
}

function ListPageFilter({ hint, filter: { status, searchTerm }, onChange }: ListFilterProps) {
  return (
    <div className="list-filter">
      <SearchBox hint={hint} value={searchTerm} onSearch={(term) => onChange({ searchTerm: term })} />
      <NativeSelect
        aria-label="Status"
        value={status ?? ''}
        options={STATUSES.map((statusInfo) => ({
          value: statusInfo.status,
          label: capitalize(statusInfo.label.toLowerCase()),
        }))}
        onChange={({ target: { value } }) => {
          const chosenStatus = Number(value)
          onChange({ status: isStatus(chosenStatus) ? chosenStatus : undefined })
        }}
      >
        <option value="">All statuses</option>
      </NativeSelect>
    </div>
  )
}
