import '#ui/layers/popup.css'
import { Popover } from '@base-ui/react/popover'
import { ListFilter } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { useTopLayer } from '#ui/layers/layer.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { useIsPhone } from '#ui/use-media.ts'
import { FILTER_BUTTON } from './filter-chips.tsx'
import { FilterForm } from './filter-form.tsx'

type FilterButtonProps = ComponentProps<typeof FilterForm> & { count: number }

/** Button that opens the filters: a popover on a desk, a sheet on a phone. */
export function FilterButton({ count, onApply, ...form }: FilterButtonProps) {
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
