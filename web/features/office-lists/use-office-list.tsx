import './office-lists.css'
import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { type PickedTenant, pickedTenantQuery, tenantLabel } from '#features/tenants/tenant-options.ts'
import { useAdmin } from '#lib/api/me.ts'
import { assigneesQuery } from '#lib/api/records.ts'
import { Button } from '#ui/controls/button.tsx'
import { useTopLayer } from '#ui/layers/layer.tsx'
import type { ListParams } from '#ui/list-pages/list-params.ts'
import '#ui/layers/popup.css'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { useIsPhone } from '#ui/use-media.ts'
import { allows } from '@tahanan/contract/permissions.ts'
import { FILTER_BUTTON, FilterChips } from './filter-chips.tsx'
import { FilterForm } from './filter-form.tsx'
import { describeFilters } from './filter-words.ts'
import { ListViews, SaveView } from './list-views.tsx'

interface OfficeListParts {
  views: ReactNode
  filterButton: ReactNode
  filters: ReactNode
}

interface OfficeListOptions {
  page: string
  list: ListParams
  rows: readonly { tenant: PickedTenant }[] | undefined
  /** Path of the module whose assignees can be chosen by name. */
  one?: string | undefined
}

export function useOfficeList({ page, list, rows, one = '' }: OfficeListOptions): OfficeListParts {
  const { id: me, roles } = useAdmin()
  const { filters, filter } = list
  if (!filters) throw new Error(`the list ${page} reads no filters`)
  const { office, chosen, choose, query } = filters
  const [picked, setPicked] = useState<PickedTenant>()
  const tenant = useTenant(chosen.tenantId, picked, rows)
  const { data: assignees = [] } = useQuery({ ...assigneesQuery(one), enabled: one !== '' })
  const assignee = assignees.find(({ id }) => String(id) === chosen.assigneeId)?.name
  const chips = describeFilters(chosen, office, { me, tenant: tenant && tenantLabel(tenant), assignee })
  const mayPickTenant =
    allows(roles, 'tenants', 'view') || ['add', 'edit'].some((flag) => allows(roles, office.permission, flag))
  return {
    views: <ListViews page={page} query={query} />,
    filterButton: (
      <FilterButton
        count={chips.length}
        office={office}
        chosen={chosen}
        me={me}
        assignees={assignees}
        tenant={tenant}
        mayPickTenant={mayPickTenant}
        onApply={(next, nextTenant) => {
          setPicked(nextTenant)
          choose(next)
        }}
      />
    ),
    filters: (chips.length > 0 || filter.searchTerm !== '') && (
      <FilterChips chips={chips} onChoose={choose}>
        <SaveView page={page} query={query} />
      </FilterChips>
    ),
  }
}

/** Returns the tenant of a filter: as picked, of the list's rows, or looked up. */
function useTenant(
  tenantId: string | undefined,
  picked: PickedTenant | undefined,
  rows: readonly { tenant: PickedTenant }[] = [],
): PickedTenant | undefined {
  const known = [...(picked ? [picked] : []), ...rows.map(({ tenant }) => tenant)].find(
    ({ id }) => String(id) === tenantId,
  )
  const enabled = tenantId !== undefined && known === undefined
  const { data } = useQuery({ ...pickedTenantQuery(Number(tenantId ?? 0)), enabled })
  return known ?? (enabled ? data?.[0] : undefined)
}

type FilterButtonProps = ComponentProps<typeof FilterForm> & { count: number }

function FilterButton({ count, onApply, ...form }: FilterButtonProps) {
  const [open, setOpen] = useState(false)
  const phone = useIsPhone()
  const layer = useTopLayer()
  const label = count > 0 ? `Filter (${count})` : 'Filter'
  const content = (
    <FilterForm
      {...form}
      onApply={(...applied) => {
        setOpen(false)
        onApply(...applied)
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
            {content}
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
            {content}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
