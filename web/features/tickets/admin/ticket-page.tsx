import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useOfficeList } from '#features/office-lists/use-office-list.tsx'
import { OPENED_HERE_STATE } from '#lib/address/panel-address.ts'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { isRowSaving, toTicketRowName, useSavingRows } from '#lib/saving-rows.ts'
import { useNeighbours } from '#ui/decisions/use-neighbours.ts'
import { useListShortcuts } from '#ui/keys/use-list-shortcuts.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import type { CardContent } from '#ui/lists/data-table.tsx'
import { useLiveMarks } from '#ui/lists/live-rows.tsx'
import { createDeleteAction, createOpenAction, type RowAction } from '#ui/overlays/row-menu.tsx'
import { useMayStayOpen } from '#ui/panels/last-known.ts'
import { usePanel } from '#ui/panels/panel.ts'
import { OFFICE_LISTS } from '@tahanan/contract/lists/office-lists.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import { type CardPart, getCardKeys, type TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { MODULES } from '@tahanan/contract/tickets/index.ts'
import { ticketsQuery } from '../calls.ts'
import { DueClock } from '../due/due-clock.tsx'
import { LiveTickets } from '../live-tickets.tsx'
import { MetaPart } from '../resident/ticket-card.tsx'
import { toCardHead, useTicketColumns } from '../ticket-columns.tsx'
import { SERVICES_COLUMNS, SERVICES_PATH, servicesModule } from '../ticket-pages.ts'
import { getNewestColumn, getTicketSortKeys } from '../ticket-sorts.ts'
import { findDeletableModule, findModule, hasAbility } from '../ticket.ts'
import { useDeleteTicket } from '../use-delete-ticket.ts'
import { formatTicketsCsv } from '../values.ts'
import { AddModal } from './add-modal.tsx'
import { DecideActions } from './decide/decide-actions.tsx'
import { DecidedSheet } from './decide/decided-sheet.tsx'
import { useDecideMany } from './decide/use-decide-many.tsx'
import { forgetDecisionsOfOthers, useDecisionsOfOthers } from './decisions-of-others.ts'
import { formatAllColumnsCsv, getAllColumnsFileName } from './format-all-columns-csv.ts'
import { getStepActions } from './get-step-actions.ts'
import { promptAndAssign, mayAssign } from './prompt-and-assign.ts'
import { RecordModal } from './record-modal.tsx'

const JUST_UPDATED_PREFIX = 'Just updated: '

const NO_ROWS: readonly Ticket[] = []

/**
 * Administrators' list of one module's tickets, updated by live events (rules 4.22, 5.25). Without `module`
 * it is the Services list, which has the tickets of all modules and links to the modules' pages (rules 4.21).
 */
export function AdminTicketPage({ module: pageModule }: { module?: TicketModule }) {
  const module = pageModule ?? servicesModule
  const { path, noun, card } = module
  const listPath = pageModule ? path.many : SERVICES_PATH
  const lines = pageModule ? [card.heading, ...card.line.slice(0, 1)] : ['created_at']
  const { id, roles } = useAdmin()
  const navigate = useNavigate()
  const { marks, mark } = useLiveMarks()
  const list = useListParams({
    tabs: pageModule !== undefined,
    keys: getTicketSortKeys('office', pageModule),
    newest: getNewestColumn(pageModule),
    office: OFFICE_LISTS[listPath],
  })
  const query = useQuery(ticketsQuery(listPath, list.filter))
  const listParts = useOfficeList({
    page: listPath,
    list,
    rows: query.data?.data,
    ticketPath: pageModule?.path.one,
  })
  const { panel, open, close, getLink } = usePanel()
  const csv = useCsvDownload<Ticket>({
    path: `/${path.ids}`,
    file: module.csv.file,
    toCsv: (tickets) => formatTicketsCsv(module, tickets),
  })
  const allColumns = useCsvDownload<Ticket>({
    path: `/${path.ids}`,
    file: getAllColumnsFileName(module),
    toCsv: (tickets) => formatAllColumnsCsv(module, tickets),
  })
  const remove = useDeleteTicket('admin')
  const mayAdd = rolesAllow(roles, module.permission, module.flags.add)
  const isAdding = useMayStayOpen(panel && panel.id === undefined ? 'new' : undefined, mayAdd)
  const rows = query.data?.data ?? NO_ROWS
  const decisions = useDecideMany(module)
  const savingRows = useSavingRows()
  const decisionsOfOthers = useDecisionsOfOthers()
  const openTicketId = panel?.id
  useEffect(() => {
    if (openTicketId !== undefined) forgetDecisionsOfOthers(openTicketId)
  }, [openTicketId])
  useEffect(() => () => forgetDecisionsOfOthers(), [])
  const getAddress = (ticket: Ticket): string | undefined => {
    const serviceRoute = pageModule ? undefined : findModule(ticket)?.route
    return serviceRoute ? `/admin${serviceRoute}?modal=true&serviceId=${ticket.id}` : undefined
  }
  const openTicket = (ticket: Ticket): void => {
    const address = getAddress(ticket)
    if (address) void navigate(address, { state: OPENED_HERE_STATE })
    else open(ticket.id)
  }
  const createTicketDeleteAction = (ticket: Ticket): RowAction => {
    const deletableModule = findDeletableModule(ticket, pageModule)
    return {
      ...createDeleteAction(() => {
        if (deletableModule) void remove(deletableModule, ticket)
      }),
      isUnavailable: !deletableModule || !hasAbility(ticket, 'delete'),
    }
  }
  const listFocus = useListShortcuts(
    rows.map((ticket) => ticket.id),
    JSON.stringify(list.filter),
    {
      openKey: panel?.id,
      onAssign: (id) => {
        const ticket = rows.find((row) => row.id === id)
        const moduleOfTicket = ticket && findModule(ticket)
        if (moduleOfTicket && mayAssign(moduleOfTicket, roles)) void promptAndAssign(moduleOfTicket, ticket)
      },
    },
  )
  const recordNeighbours = useNeighbours(
    list.filter,
    query.isPlaceholderData ? undefined : query.data,
    (filter) => queryClient.fetchQuery(ticketsQuery(listPath, filter)),
  )
  return (
    <ListPage
      {...listParts}
      {...useTicketColumns(module, pageModule ? pageModule.officeColumns : SERVICES_COLUMNS, true)}
      title={pageModule ? pageModule.title : 'Services'}
      tabs={pageModule && pageModule.tabs}
      searchHint={pageModule ? pageModule.searchHint : 'Search ticket or client'}
      list={list}
      query={query}
      focus={listFocus}
      pluralNoun={pageModule ? noun.many : 'service tickets'}
      purpose="What residents send appears here by itself."
      add={mayAdd ? { label: `Add ${noun.one}`, onPress: () => open() } : undefined}
      csv={pageModule && { ...csv, additionalDownload: { ...allColumns, label: 'All columns' } }}
      renderSelectionActions={(selection, downloads) => (
        <DecideActions {...{ module, rows, selection, decisions, downloads }} />
      )}
      card={(ticket) => toCard(findModule(ticket) ?? module, ticket, lines)}
      rowName={toTicketRowName}
      getName={({ ticketNumber }) => ticketNumber}
      marks={new Map([...marks, ...decisionsOfOthers])}
      isSaving={(ticket) => savingRows.has(toTicketRowName(ticket.id))}
      onOpen={openTicket}
      getLink={(ticket) => getAddress(ticket) ?? getLink(ticket)}
      actions={(ticket) => [
        ...getStepActions(
          findModule(ticket),
          ticket,
          () => listFocus.advance(ticket.id),
          decisionsOfOthers.has(ticket.id) || marks.get(ticket.id)?.startsWith(JUST_UPDATED_PREFIX) === true,
        ),
        createOpenAction(() => openTicket(ticket)),
        createTicketDeleteAction(ticket),
      ]}
    >
      <LiveTickets
        modules={pageModule ? [pageModule] : MODULES}
        getChannel={(path) => liveChannels.adminTickets(path, id)}
        listPath={listPath}
        filter={list.filter}
        onMark={(id, markText) => {
          // A row that the user is saving gets no mark, because a toast already reports the change.
          if (!isRowSaving(toTicketRowName(id))) mark(id, markText)
        }}
      />
      <DecidedSheet module={module} decisions={decisions} getLink={getLink} />
      {isAdding && <AddModal module={module} onClose={close} />}
      {panel?.id !== undefined && (
        <RecordModal
          key={panel.id}
          module={module}
          id={panel.id}
          recordNeighbours={recordNeighbours}
          onOpen={(next) => open(next)}
          onClose={close}
        />
      )}
    </ListPage>
  )
}

const toCard = (module: TicketModule, ticket: Ticket, lines: readonly CardPart[]): CardContent => ({
  ...toCardHead(ticket),
  words: (
    <>
      <p>
        {lines.map((part) => (
          <MetaPart key={getCardKeys(part)[0]} module={module} ticket={ticket} part={part} />
        ))}
      </p>
      <DueClock ticket={ticket} />
    </>
  ),
})
