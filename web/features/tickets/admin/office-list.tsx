import { channels } from '@tahanan/contract/channels.ts'
import type { CardPart, Column, TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { useQuery } from '@tanstack/react-query'
import { Eye, Trash2 } from 'lucide-react'
import { useAdmin } from '../../../lib/api/me.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { useLiveMarks } from '../../../ui/lists/live-rows.tsx'
import { Pager } from '../../../ui/lists/pager.tsx'
import { RowMenu } from '../../../ui/lists/row-menu.tsx'
import { type Sorting, SortLine } from '../../../ui/lists/sort.tsx'
import { useIsNarrowDesk, useIsPhone } from '../../../ui/use-media.ts'
import type { ListFilter } from '../../../lib/api/records.ts'
import { ticketsQuery } from '../calls.ts'
import { LiveTickets } from '../live-tickets.tsx'
import { labelsOf, MANY_COLUMNS, TicketTable, useStackedColumns } from '../ticket-table.tsx'
import { can, moduleOf, type Ticket } from '../ticket.ts'
import { OfficeCard } from './office-card.tsx'
import { ListStates } from '../../../ui/list-pages/list-states.tsx'
import { useTurnToLastPage } from '../../../ui/list-pages/use-turn-to-last-page.ts'
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
  const query = useQuery(ticketsQuery(many, filter))
  const { data: list, isPlaceholderData } = query
  const { marks, mark } = useLiveMarks()
  useTurnToLastPage(filter, query, onPage)
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
  const rows = (
    <ListStates
      query={query}
      things={things}
      filter={filter}
      tabs
      skeleton={{
        columns: labelsOf(groups),
        checks: selection !== undefined,
        actions: true,
        pager: true,
      }}
      purpose="What residents send appears here by itself."
      onClearSearch={props.onClearSearch}
    >
      {(tickets) => (phone ? <Cards {...props} tickets={tickets} marks={marks} /> : table(tickets))}
    </ListStates>
  )
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
          {rows}
          {pager}
        </>
      ) : (
        <section className={list && list.data.length > 0 ? 'panel' : ''}>
          {rows}
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
