import '#ui/layers/popup.css'
import { Combobox } from '@base-ui/react/combobox'
import type { BaseUIEvent } from '@base-ui/react/types'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, LoaderCircle } from 'lucide-react'
import { type KeyboardEvent, type UIEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { runAfterPause } from '#lib/delayed-calls.ts'
import type { FieldControlProps } from '#ui/controls/field.tsx'
import { useTopLayer } from '#ui/layers/layer.tsx'
import { type PickedTenant, formatTenant, tenantsQuery } from './tenant-options.ts'

/** Debounce of the search in milliseconds (rules 3.11). */
const LOOK_UP_DELAY_MS = 700

interface TenantPickerProps extends FieldControlProps {
  value: PickedTenant | undefined
  disabled?: boolean
  onChange: (tenant: PickedTenant | undefined) => void
}

/**
 * Lets the user search and select a tenant. Enter selects the only match, even if the search is still
 * running. Clearing the text clears the value.
 */
export function TenantPicker({ value, disabled, onChange, ...aria }: TenantPickerProps) {
  const [term, setTerm] = useState('')
  /**
   * `selectedId` is the tenant that was selected when the list opened. The list closes when another one is
   * selected.
   */
  const [openState, setOpenState] = useState<{ selectedId: number | undefined }>()
  const cancelLookUp = useRef<() => void>(undefined)
  /**
   * Term for which Enter was pressed during the search. Its only match is selected when the result arrives.
   */
  const enteredTerm = useRef<string>(undefined)
  const { data, isFetching, isError, isFetchNextPageError, hasNextPage, fetchNextPage } = useInfiniteQuery(
    tenantsQuery(term),
  )
  const cancelSearch = (): void => {
    cancelLookUp.current?.()
    enteredTerm.current = undefined
  }
  useEffect(() => () => cancelLookUp.current?.(), [])
  const lookUp = (text: string, wait: number): void => {
    cancelSearch()
    cancelLookUp.current = runAfterPause(() => setTerm(text.trim()), wait)
  }
  const onlyMatch = data?.length === 1 && !isFetching ? data[0] : undefined
  const selectOnlyMatch = useEffectEvent(onChange)
  useEffect(() => {
    if (enteredTerm.current !== term || isFetching) return
    enteredTerm.current = undefined
    if (onlyMatch) selectOnlyMatch(onlyMatch)
  }, [term, isFetching, onlyMatch])
  const handleEnter = (event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>): void => {
    const typedText = event.currentTarget.value.trim()
    if (event.key !== 'Enter' || typedText === '' || (value && typedText === formatTenant(value))) return
    // Prevents Enter from submitting the form, because no tenant is selected yet.
    event.preventDefault()
    const isResultCurrent = typedText === term && !isFetching
    if (isResultCurrent && event.currentTarget.hasAttribute('aria-activedescendant')) return
    // Replaces Base UI's own handling, which would close the list and clear the field, or select a match of
    // the previous term.
    event.preventBaseUIHandler()
    if (isResultCurrent) {
      if (!onlyMatch) return
      setOpenState(undefined)
      return onChange(onlyMatch)
    }
    if (typedText !== term) lookUp(typedText, 0)
    enteredTerm.current = typedText
  }
  const loadMoreNearEnd = ({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent): void => {
    const isNearEnd = scrollHeight - scrollTop - clientHeight < clientHeight
    if (isNearEnd && hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }
  const emptyMessage = isError
    ? 'The tenants could not be looked up'
    : isFetching
      ? 'Looking…'
      : term === ''
        ? 'Type a name or client code'
        : 'Nobody found'
  const Icon = isFetching ? LoaderCircle : ChevronDown
  return (
    <Combobox.Root<PickedTenant>
      items={term === '' ? (value ? [value] : []) : (data ?? [])}
      filter={null}
      open={openState !== undefined && openState.selectedId === value?.id}
      onOpenChange={(open) => setOpenState(open ? { selectedId: value?.id } : undefined)}
      disabled={disabled}
      value={value ?? null}
      itemToStringLabel={formatTenant}
      isItemEqualToValue={(a, b) => a.id === b.id}
      onInputValueChange={(text, { reason }) => {
        if (reason === 'input-change') lookUp(text, text.trim() === '' ? 0 : LOOK_UP_DELAY_MS)
      }}
      onValueChange={(tenant) => {
        if (tenant) cancelSearch()
        onChange(tenant ?? undefined)
      }}
    >
      <Combobox.InputGroup className="input">
        <Combobox.Input {...aria} onKeyDown={handleEnter} placeholder="Type a name or client code" />
        <Icon className={isFetching ? 'small spin' : 'small'} />
      </Combobox.InputGroup>
      <Combobox.Portal container={useTopLayer()}>
        <Combobox.Positioner sideOffset={4}>
          <Combobox.Popup className="popup" onScroll={loadMoreNearEnd}>
            <Combobox.Empty className="subtle">{emptyMessage}</Combobox.Empty>
            <Combobox.List>
              {(tenant: PickedTenant) => (
                <Combobox.Item key={tenant.id} value={tenant} className="popup-option">
                  {formatTenant(tenant)}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
