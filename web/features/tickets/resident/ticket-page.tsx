import '#ui/list-pages/styles.ts'
import { CalendarDays, CircleAlert, Eye, Plus, QrCode, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { PassScreenWithFallback } from '#features/passes/pass-button.tsx'
import { hasPass } from '#features/passes/pass-state.ts'
import { createPreloadableLazy, usePreloadWhenIdle } from '#lib/ahead/create-preloadable-lazy.tsx'
import { useIsOnline } from '#lib/use-is-online.ts'
import { Button } from '#ui/controls/button.tsx'
import { OpeningMessage } from '#ui/overlays/opening-message.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { usePanel } from '#ui/panels/panel.ts'
import { EmptyState } from '#ui/states.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'
import type { Ticket } from '@tahanan/contract/tickets/answers.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import { hasAbility } from '../ticket.ts'
import { useDeleteTicket } from '../use-delete-ticket.ts'
import { useServiceAccess } from './services.ts'
import { getHeading, TicketList } from './ticket-list.tsx'
import './ticket-page.css'

// The forms are loaded after the list, because they are a third of the page's code.
const AddPanel = createPreloadableLazy(() => import('./add-panel.tsx'))
const TicketPanel = createPreloadableLazy(async () => ({
  default: (await import('./ticket-panel.tsx')).TicketPanel,
}))

/** The residents' page of one module (rules 5.24, 15.13). */
export function ResidentTicketPage({ module }: { module: TicketModule }) {
  const { panel, open, close } = usePanel()
  const serviceAccess = useServiceAccess(module)
  const phone = useIsPhone()
  const [passTicket, setPassTicket] = useState<Ticket>()
  // Adding is disabled offline, because nothing can be sent and the form's code may not be cached.
  const mayAdd = useIsOnline() && serviceAccess.open
  const remove = useDeleteTicket('resident')
  const { noun } = module
  usePreloadWhenIdle(AddPanel)
  usePreloadWhenIdle(TicketPanel)
  const addAction = { label: `Add ${noun.one}`, icon: Plus, onPress: () => open() }
  return (
    <>
      <PageHead
        title={module.title}
        description={module.description}
        action={mayAdd ? addAction : undefined}
      />
      {module.heldResource && !serviceAccess.message && (
        <p className="to-calendar">
          <Link className="btn default" to="/reservations/book">
            <CalendarDays />
            See free times
          </Link>
        </p>
      )}
      {serviceAccess.message && (
        <p className="callout gate">
          <CircleAlert />
          <span>
            {serviceAccess.message} {serviceAccess.hasDebt && <Link to="/billings/payments">Pay now</Link>}
          </span>
        </p>
      )}
      <TicketList
        listPath={module.path.many}
        module={module}
        modules={[module]}
        columns={module.residentColumns}
        caption={module.title}
        noun={noun}
        card={(ticket) => ({ heading: getHeading(module, ticket), line: module.card.line })}
        onOpen={({ id }) => open(id)}
        actions={(ticket) => [
          { label: 'View', icon: Eye, onSelect: () => open(ticket.id) },
          // The row menu has 'Show pass' only on a desktop, because cards on a phone have a button for it.
          ...(!phone && hasPass(ticket)
            ? [{ label: 'Show pass', icon: QrCode, onSelect: () => setPassTicket(ticket) }]
            : []),
          {
            label: hasAbility(ticket, 'delete') ? 'Delete' : 'Unable to delete',
            icon: Trash2,
            danger: true,
            disabled: !hasAbility(ticket, 'delete'),
            onSelect: () => void remove(module, ticket),
          },
        ]}
        empty={
          <EmptyState
            title={`No ${noun.many} yet`}
            action={
              mayAdd &&
              !phone && (
                <Button kind="primary" icon={Plus} onClick={() => open()}>
                  Add {noun.one}
                </Button>
              )
            }
          >
            {module.description}
          </EmptyState>
        }
      />
      {passTicket && (
        <PassScreenWithFallback
          module={module}
          ticket={passTicket}
          isOwn
          onClose={() => setPassTicket(undefined)}
        />
      )}
      {panel && (
        <Suspense fallback={<OpeningMessage />}>
          {panel.id === undefined && serviceAccess.open && <AddPanel module={module} onClose={close} />}
          {panel.id !== undefined && (
            <TicketPanel key={panel.id} module={module} id={panel.id} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
