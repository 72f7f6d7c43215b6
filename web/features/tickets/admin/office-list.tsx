import { channels } from '@tahanan/contract/channels.ts'
import type { CardPart, Column, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery } from '@tanstack/react-query'
import { Eye, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { useAdmin } from '../../../lib/api/me.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { useLiveMarks } from '../../../ui/lists/live-rows.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { RowMenu } from '../../../ui/lists/row-menu.tsx'
import { CardSkeletons, TableSkeleton } from '../../../ui/lists/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { type Sorting, SortLine } from '../../../ui/lists/sort.tsx'
import { useIsNarrowDesk, useIsPhone } from '../../../ui/use-media.ts'
import type { ListFilter } from '../../../lib/api/records.ts'
import { ticketsQuery } from '../calls.ts'
import { LiveTickets } from '../live-tickets.tsx'
import { labelsOf, MANY_COLUMNS, TicketTable, useStackedColumns } from '../ticket-table.tsx'
import { can, moduleOf, type Ticket } from '../ticket.ts'
import { OfficeCard } from './office-card.tsx'
import { SelectionStrip } from '../../../ui/list-pages/selection-bars.tsx'
import type { ListSelection } from '../../../ui/list-pages/selection.ts'

interface OfficeListProps {
  /** Id, for the tabs. */
  id: string
  many: string
  module: TicketModule
  modules: readonly TicketModule[]
  columns: readonly Column[]
  caption: string
  /** 'gate passes' */
  things: string
  filter: ListFilter
  sorting: Sorting
  onPage: (page: number, inPlace?: boolean) => void
  onClearSearch: () => void
  lines: (ticket: Ticket) => readonly CardPart[]
  onView: (ticket: Ticket) => void
  onDelete?: (ticket: Ticket) => void
  selection?: ListSelection
}

/** A list of the office: a table on a desk, cards on a phone, live in both. */
export function OfficeList(props: OfficeListProps) {
  const { id, many, module, modules, columns, caption, things, filter, sorting, onPage, selection } = props
  const { id: adminId } = useAdmin()
  const phone = useIsPhone()
  const narrow = useIsNarrowDesk()
  const groups = useStackedColumns(columns, true)
  const { data: list, error, refetch, isFetching, isPlaceholderData } = useQuery(ticketsQuery(many, filter))
  const { marks, mark } = useLiveMarks()
  const pages = list && !isPlaceholderData ? Math.max(1, Math.ceil(list.total / filter.limit)) : filter.page
  // rows were deleted, and with them the last page
  useEffect(() => {
    if (filter.page > pages) onPage(pages, true)
  }, [filter.page, pages, onPage])

  const body = (): React.ReactNode => {
    if (!list && error) {
      return (
        <ErrorState
          error={error}
          title={`We could not load the ${things}`}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )
    }
    if (!list)
      return phone ? (
        <CardSkeletons />
      ) : (
        <TableSkeleton columns={labelsOf(groups)} checks={selection !== undefined} actions pager />
      )
    if (list.data.length === 0) {
      return filter.searchTerm !== '' || filter.status !== undefined ? (
        <EmptyState
          title={`No ${things} here`}
          action={filter.searchTerm !== '' && <Button onClick={props.onClearSearch}>Clear search</Button>}
        >
          Try another tab or another search.
        </EmptyState>
      ) : (
        <EmptyState title={`No ${things} yet`}>What residents send appears here by itself.</EmptyState>
      )
    }
    return phone ? <Cards {...props} tickets={list.data} marks={marks} /> : table(list.data)
  }
  const table = (tickets: readonly Ticket[]): React.ReactNode => (
    <div className="scroll">
      <TicketTable
        module={module}
        columns={columns}
        tickets={tickets}
        marks={marks}
        dense
        fold={narrow || columns.length > MANY_COLUMNS}
        selection={selection}
        sorting={sorting}
        caption={caption}
        onOpen={props.onView}
        renderActions={(ticket) => (
          <>
            <button
              type="button"
              className="go"
              aria-label={`View ${ticket.ticketNumber}`}
              onClick={() => props.onView(ticket)}
            >
              View
            </button>
            {props.onDelete &&
              (can(ticket, 'delete') ? (
                <IconButton
                  icon={Trash2}
                  label={`Delete ${ticket.ticketNumber}`}
                  onClick={() => props.onDelete?.(ticket)}
                />
              ) : (
                <span className="gap" />
              ))}
          </>
        )}
      />
    </div>
  )
  const total = list?.total ?? 0
  const pager = total > 0 && (
    <Pager {...filter} total={total} sorted={filter.sort !== undefined} onPage={onPage}>
      {!phone && selection && selection.count > 0 && <SelectionStrip selection={selection} total={total} />}
    </Pager>
  )
  return (
    <div id={id} role={selection ? 'tabpanel' : undefined} aria-label={caption} aria-busy={isPlaceholderData}>
      <LiveTickets
        modules={modules}
        channelOf={(path) => channels.adminTickets(path, adminId)}
        many={many}
        filter={filter}
        onMark={mark}
      />
      {phone ? (
        <>
          {total > 0 && <SortLine sorting={sorting} />}
          {body()}
          {pager}
        </>
      ) : (
        <section className={list && list.data.length > 0 ? 'panel' : ''}>
          {body()}
          {pager}
        </section>
      )}
    </div>
  )
}

interface CardsProps extends OfficeListProps {
  tickets: readonly Ticket[]
  marks: ReadonlyMap<number, string>
}

function Cards({ module, tickets, marks, lines, selection, onView, onDelete }: CardsProps) {
  return tickets.map((ticket) => (
    <OfficeCard
      key={ticket.id}
      module={moduleOf(ticket) ?? module}
      ticket={ticket}
      lines={lines(ticket)}
      mark={marks.get(ticket.id)}
      selection={selection}
      onOpen={() => onView(ticket)}
      menu={
        <RowMenu
          label={`Actions for ${ticket.ticketNumber}`}
          actions={[
            { label: 'View', icon: Eye, onSelect: () => onView(ticket) },
            ...(onDelete && can(ticket, 'delete')
              ? [{ label: 'Delete', icon: Trash2, danger: true, onSelect: () => onDelete(ticket) }]
              : []),
          ]}
        />
      }
    />
  ))
}
