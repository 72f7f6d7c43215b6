import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { areShortcutsDisabled } from '#lib/keys/disable-shortcuts.tsx'
import { shortcutSetting } from '#lib/keys/shortcut-setting.ts'
import { toShortcutKey } from '#lib/keys/to-shortcut-key.ts'
import { hasLostFocus, recoverFocus, useFocusFallback } from '#lib/move-focus.ts'
import { isInputField } from '#ui/layers/use-layer-shortcut.ts'
import { showShortcutHelp } from './shortcut-help.tsx'

type RowKey = string | number

export interface RowFocus {
  rowProps: (key: RowKey) => {
    'data-row': RowKey
    'aria-current': true | undefined
    onFocus: () => void
    onBlur: () => void
  }
  advance: (from: RowKey) => void
}

interface RowPosition {
  key: RowKey
  index: number
}

/**
 * Handles the keyboard shortcuts of a list (rules 13.26). J and K make the next or previous row the current
 * row. M calls `onAssign` unless rows are selected. Another letter clicks the control that has this letter as
 * `aria-keyshortcuts`, in the current row or else on the page. The current row is found by its key, so that
 * live events do not change it. If it is removed, the row at its position becomes current. `scope` identifies
 * the page, tab and search. `openKey` is the key of the open record, whose row becomes current.
 */
export function useListShortcuts(
  rows: readonly RowKey[],
  scope = '',
  { openKey, onAssign }: { openKey?: RowKey; onAssign?: (row: RowKey) => void } = {},
): RowFocus {
  const [at, setAt] = useState<RowPosition & { scope: string }>()
  const [shownKey, setShownKey] = useState<RowKey>()
  if (openKey !== shownKey) {
    setShownKey(openKey)
    if (openKey !== undefined && rows.includes(openKey))
      setAt({ key: openKey, index: rows.indexOf(openKey), scope })
  }
  const rowPosition = at?.scope === scope ? findRowPosition(rows, at) : undefined
  if (rowPosition && (rowPosition.key !== at?.key || rowPosition.index !== at.index))
    setAt({ ...rowPosition, scope })
  const hasFocus = useRef(false)
  const controlToFocus = useRef<string>(undefined)
  const moveToRow = (index: number, control = OPENER_SELECTOR): void => {
    const key = rows[index]
    if (key === undefined) return
    setAt({ key, index, scope })
    controlToFocus.current = control
  }

  useLayoutEffect(() => {
    const focusSelector =
      controlToFocus.current ?? (hasFocus.current && hasLostFocus() ? OPENER_SELECTOR : undefined)
    if (focusSelector === undefined) return
    controlToFocus.current = undefined
    const key = rowPosition?.key ?? rows[0]
    if (key !== undefined) return findControl(key, focusSelector)?.focus()
    hasFocus.current = false
    recoverFocus()
  })
  useFocusFallback(() => (rowPosition ? findControl(rowPosition.key) : undefined))

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcutKey = toShortcutKey(event)
    if (shortcutKey === undefined || !shortcutSetting.get() || isKeyHandledElsewhere(event)) return
    const index = rowPosition?.index ?? -1
    if (shortcutKey === '?') showShortcutHelp()
    else if (shortcutKey === 'j') moveToRow(Math.min(index + 1, rows.length - 1))
    else if (shortcutKey === 'k') moveToRow(Math.max(index - 1, 0))
    else if (shortcutKey === 'm' && onAssign && rowPosition && !findSelectionBar()) onAssign(rowPosition.key)
    else if (!clickShortcutControl(shortcutKey, rowPosition && findRow(rowPosition.key))) return
    event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])

  return {
    rowProps: (key) => ({
      'data-row': key,
      'aria-current': key === rowPosition?.key || undefined,
      onFocus: () => {
        hasFocus.current = true
        if (key !== rowPosition?.key) setAt({ key, index: rows.indexOf(key), scope })
      },
      onBlur: () => {
        hasFocus.current = false
      },
    }),
    advance: (from) => {
      const index = rows.indexOf(from)
      const nextIndex = Math.min(index + 1, rows.length - 1)
      // On the last row the focus leaves the step button, because the button now applies the following step
      // of the same row, which the user may not want.
      const focusSelector =
        nextIndex !== index && document.activeElement?.matches(STEP_BUTTON_SELECTOR)
          ? STEP_BUTTON_SELECTOR
          : OPENER_SELECTOR
      moveToRow(nextIndex, focusSelector)
    },
  }
}

const OPENER_SELECTOR = '.record-number'
const STEP_BUTTON_SELECTOR = '.row-button'
const DECISION_KEYS = ['a', 'r', 'm']
const findSelectionBar = (): Element | null => document.querySelector('[data-selection="decides"]')

function findRowPosition(rows: readonly RowKey[], { key, index }: RowPosition): RowPosition | undefined {
  const currentIndex = rows.indexOf(key)
  if (currentIndex >= 0) return { key, index: currentIndex }
  const nextIndex = Math.min(index, rows.length - 1)
  const replacementKey = rows[nextIndex]
  return replacementKey === undefined ? undefined : { key: replacementKey, index: nextIndex }
}

const findRow = (key: RowKey): Element | null =>
  document.querySelector(`[data-row="${CSS.escape(String(key))}"]`)

function findControl(key: RowKey, control = OPENER_SELECTOR): HTMLElement | undefined {
  const row = findRow(key)
  return row?.querySelector<HTMLElement>(control) ?? row?.querySelector<HTMLElement>('a, button') ?? undefined
}

/**
 * Clicks the control with this shortcut in the row. If the row has none, clicks the last one outside the
 * rows. Returns false if no control has the shortcut.
 */
function clickShortcutControl(shortcut: string, row: Element | null | undefined): boolean {
  const shortcutSelector = `[aria-keyshortcuts="${shortcut.toUpperCase()}"]:not(:disabled)`
  const controlsOutsideRows = [...document.querySelectorAll<HTMLElement>(shortcutSelector)].filter(
    (control) => !control.closest('[data-row]'),
  )
  const selectionBar = DECISION_KEYS.includes(shortcut) ? findSelectionBar() : null
  // While rows are selected, a decision such as Approve applies to all of them and never to the current row
  // alone.
  const shortcutControl = selectionBar
    ? selectionBar.querySelector<HTMLElement>(shortcutSelector)
    : (row?.querySelector<HTMLElement>(shortcutSelector) ?? controlsOutsideRows.at(-1))
  shortcutControl?.click()
  return shortcutControl !== undefined && shortcutControl !== null
}

const isKeyHandledElsewhere = ({ target }: KeyboardEvent): boolean =>
  isInputField(target) ||
  areShortcutsDisabled() ||
  document.querySelector('dialog[open], :popover-open') !== null
