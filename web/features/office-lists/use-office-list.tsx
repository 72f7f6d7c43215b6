import './office-lists.css'
import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, ListFilter, X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type PickedTenant, pickedTenantQuery, formatTenant } from '#features/tenants/tenant-options.ts'
import { api } from '#lib/api/api.ts'
import { createDataQuery } from '#lib/api/create-api-query.ts'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import '#ui/layers/popup.css'
import { createAssigneesQuery } from '#lib/api/row-queries.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { promptForFields } from '#ui/decisions/prompt-for-fields.tsx'
import { useTopLayer } from '#ui/layers/layer.tsx'
import type { ListParams } from '#ui/list-pages/list-params.ts'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { useIsPhone } from '#ui/use-media-query.ts'
import { text } from '@tahanan/contract/forms/fields.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { ListView } from '@tahanan/contract/lists/answers.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import { createFilterChips } from './create-filter-chips.ts'
import { FILTER_BUTTON, FilterChips } from './filter-chips.tsx'
import { FilterForm } from './filter-form.tsx'

interface OfficeListParts {
  views: ReactNode
  filterButton: ReactNode
  filters: ReactNode
}

interface OfficeListOptions {
  page: string
  list: ListParams
  rows: readonly { tenant: PickedTenant }[] | undefined
  /**
   * Path of the ticket module. It is needed to load the administrators that can be chosen in the filter by
   * assignee.
   */
  ticketPath?: string | undefined
}

export function useOfficeList({ page, list, rows, ticketPath = '' }: OfficeListOptions): OfficeListParts {
  const { id: me, roles } = useAdmin()
  const { filters, filter } = list
  if (!filters) throw new Error(`the list ${page} reads no filters`)
  const { office, chosenFilters, choose, query } = filters
  const [pickedTenant, setPickedTenant] = useState<PickedTenant>()
  const tenant = useTenant(chosenFilters.tenantId, pickedTenant, rows)
  const { data: assignees = [] } = useQuery({
    ...createAssigneesQuery(ticketPath),
    enabled: ticketPath !== '',
  })
  const assignee = assignees.find(({ id }) => String(id) === chosenFilters.assigneeId)?.name
  const chips = createFilterChips(chosenFilters, office, {
    me,
    tenant: tenant && formatTenant(tenant),
    assignee,
  })
  const mayPickTenant =
    rolesAllow(roles, 'tenants', 'view') ||
    ['add', 'edit'].some((flag) => rolesAllow(roles, office.permission, flag))
  return {
    views: <ListViews page={page} query={query} />,
    filterButton: (
      <FilterButton
        count={chips.length}
        office={office}
        chosenFilters={chosenFilters}
        me={me}
        assignees={assignees}
        tenant={tenant}
        mayPickTenant={mayPickTenant}
        onApply={(next, nextTenant) => {
          setPickedTenant(nextTenant)
          choose(next)
        }}
      />
    ),
    filters: (chips.length > 0 || filter.searchTerm !== '') && (
      <FilterChips chips={chips} onChoose={choose}>
        <SaveViewButton page={page} query={query} />
      </FilterChips>
    ),
  }
}

function useTenant(
  tenantId: string | undefined,
  pickedTenant: PickedTenant | undefined,
  rows: readonly { tenant: PickedTenant }[] = [],
): PickedTenant | undefined {
  const loadedTenant = [...(pickedTenant ? [pickedTenant] : []), ...rows.map(({ tenant }) => tenant)].find(
    ({ id }) => String(id) === tenantId,
  )
  const mustLoad = tenantId !== undefined && loadedTenant === undefined
  const { data } = useQuery({ ...pickedTenantQuery(Number(tenantId ?? 0)), enabled: mustLoad })
  return loadedTenant ?? (mustLoad ? data?.[0] : undefined)
}

type FilterButtonProps = ComponentProps<typeof FilterForm> & { count: number }

function FilterButton({ count, onApply, ...form }: FilterButtonProps) {
  const [open, setOpen] = useState(false)
  const phone = useIsPhone()
  const layer = useTopLayer()
  const label = count > 0 ? `Filter (${count})` : 'Filter'
  const filterForm = (
    <FilterForm
      {...form}
      onApply={(...filterArguments) => {
        setOpen(false)
        onApply(...filterArguments)
      }}
    />
  )
  if (phone)
    return (
      <>
        <Button id={FILTER_BUTTON} icon={ListFilter} aria-label={label} onClick={() => setOpen(true)}>
          {count > 0 && count}
        </Button>
        {open && (
          <Sheet title="Filter" onClose={() => setOpen(false)}>
            {filterForm}
          </Sheet>
        )}
      </>
    )
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger render={<Button id={FILTER_BUTTON} icon={ListFilter} />}>{label}</Popover.Trigger>
      <Popover.Portal container={layer}>
        <Popover.Positioner align="start" sideOffset={4}>
          <Popover.Popup className="popup filter-popup" aria-label="Filter">
            {filterForm}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

const viewsQuery = (page: string) =>
  createDataQuery<ListView[]>(['list-views', page], '/list-views', { page }, { staleTime: 5 * 60_000 })

interface ListViewsProps {
  page: string
  query: string
}

function ListViews({ page, query }: ListViewsProps) {
  const { data: views = [] } = useQuery(viewsQuery(page))
  const remove = useDeleteRecord()
  if (views.length === 0) return null
  const deleteView = async ({ id, name }: ListView): Promise<void> => {
    const isDeleted = await remove({
      path: `/list-view/${id}`,
      question: { title: 'Do you want to delete this view?', name },
      toast: 'View',
      staleQueries: [['list-views', page]],
    })
    // The focus moves to the filter button, because the focused button disappears with the deleted view.
    if (isDeleted) document.getElementById(FILTER_BUTTON)?.focus()
  }
  return (
    <nav className="views row" aria-label="Views">
      <Bookmark className="small" />
      {views.map((view) => {
        const isOpen = view.query === query
        return (
          <span key={view.id} className="row">
            <Link className="strip-link" to={{ search: view.query }} aria-current={isOpen || undefined}>
              {view.name}
            </Link>
            {isOpen && (
              <IconButton icon={X} label={`Delete view ${view.name}`} onClick={() => void deleteView(view)} />
            )}
          </span>
        )
      })}
    </nav>
  )
}

function SaveViewButton({ page, query }: ListViewsProps) {
  const { data: views } = useQuery(viewsQuery(page))
  if (!views || views.some((view) => view.query === query)) return null
  return (
    <Button kind="quiet" icon={Bookmark} onClick={() => void saveView({ page, query })}>
      Save view
    </Button>
  )
}

const VIEW_NAME_FIELD = text({ label: 'Name', max: LIMITS.viewName, required: 'Please name this view!' })

async function saveView({ page, query }: ListViewsProps): Promise<void> {
  const name = 'Keeps the tab, search, order and filters under a name that only you see.'
  await promptForFields(
    { fields: { name: VIEW_NAME_FIELD } },
    { title: 'Save view', okText: 'Save', name },
    async (nameFields) => {
      const createdView = await api.post<ListView>('/list-view', { page, query, ...nameFields })
      queryClient.setQueryData(viewsQuery(page).queryKey, (views: ListView[] = []) => [...views, createdView])
      toast.success('View saved successfully.', createdView.name)
    },
  )
}
