import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { areKeysHeld } from '#lib/keys/held-keys.tsx'
import { shortcuts } from '#lib/keys/shortcuts.ts'
import { toShortcutKey } from '#lib/keys/to-shortcut-key.ts'
import { hasLostFocus, recoverFocus, useFocusHome } from '#lib/move-focus.ts'
import { isField } from '#ui/layers/use-layer-key.ts'
import { showKeys } from './keys-help.tsx'

type RowKey = string | number

export interface RowFocus {
  rowProps: (key: RowKey) => {
    'data-row': RowKey
    'aria-current': true | undefined
    onFocus: () => void
    onBlur: () => void
  }
  /** Moves the focus to the next row after `from` was decided. */
  advance: (from: RowKey) => void
}

interface Place {
  key: RowKey
  index: number
}

/**
 * Keyboard shortcuts of a list (rules 13.26). J and K move the current row. Another letter clicks the control
 * that has it as `aria-keyshortcuts`, in the current row or on the page. M calls `onAssign` unless rows are
 * selected. The current row is identified by its key, so that live events do not change it. If the row is
 * removed, the row that takes its position becomes current. `scope` identifies the page, tab and search.
 * `open` is the key of the open record, whose row is current.
 */
export function useListKeys(
  rows: readonly RowKey[],
  scope = '',
  { open, onAssign }: { open?: RowKey; onAssign?: (row: RowKey) => void } = {},
): RowFocus {
  const [at, setAt] = useState<Place & { scope: string }>()
  const [shown, setShown] = useState<RowKey>()
  if (open !== shown) {
    setShown(open)
    if (open !== undefined && rows.includes(open)) setAt({ key: open, index: rows.indexOf(open), scope })
  }
  const place = at?.scope === scope ? findPlace(rows, at) : undefined
  if (place && (place.key !== at?.key || place.index !== at.index)) setAt({ ...place, scope })
  const hasFocus = useRef(false)
  const wanted = useRef<string>(undefined)
  const go = (index: number, control = OPENER): void => {
    const key = rows[index]
    if (key === undefined) return
    setAt({ key, index, scope })
    wanted.current = control
  }

  // Moves the focus after a render that removed the focused row, or after a call of `go`.
  useLayoutEffect(() => {
    const control = wanted.current ?? (hasFocus.current && hasLostFocus() ? OPENER : undefined)
    if (control === undefined) return
    wanted.current = undefined
    const key = place?.key ?? rows[0]
    if (key !== undefined) return findControl(key, control)?.focus()
    // No row is left, so the focus moves to the page.
    hasFocus.current = false
    recoverFocus()
  })
  useFocusHome(() => (place ? findControl(place.key) : undefined))

  const press = useEffectEvent((event: KeyboardEvent) => {
    const letter = toShortcutKey(event)
    if (letter === undefined || !shortcuts.get() || isTaken(event)) return
    const index = place?.index ?? -1
    if (letter === '?') showKeys()
    else if (letter === 'j') go(Math.min(index + 1, rows.length - 1))
    else if (letter === 'k') go(Math.max(index - 1, 0))
    else if (letter === 'm' && onAssign && place && !findSelectionBar()) onAssign(place.key)
    else if (!pressControl(letter, place && findRow(place.key))) return
    event.preventDefault()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])

  return {
    rowProps: (key) => ({
      'data-row': key,
      'aria-current': key === place?.key || undefined,
      onFocus: () => {
        hasFocus.current = true
        if (key !== place?.key) setAt({ key, index: rows.indexOf(key), scope })
      },
      onBlur: () => {
        hasFocus.current = false
      },
    }),
    advance: (from) => {
      const index = rows.indexOf(from)
      const next = Math.min(index + 1, rows.length - 1)
      // If there is no next row, the focus leaves the button: it now applies the next step of the same row,
      // which the user may not want.
      const control = next !== index && document.activeElement?.matches(STEP) ? STEP : OPENER
      go(next, control)
    },
  }
}

const OPENER = '.record-number'
const STEP = '.row-button'
const DECISION_KEYS = ['a', 'r', 'm']
const findSelectionBar = (): Element | null => document.querySelector('[data-selection="decides"]')

/** Finds the current row. If it was removed, returns the row that took its position. */
function findPlace(rows: readonly RowKey[], { key, index }: Place): Place | undefined {
  const found = rows.indexOf(key)
  if (found >= 0) return { key, index: found }
  const next = Math.min(index, rows.length - 1)
  const taken = rows[next]
  return taken === undefined ? undefined : { key: taken, index: next }
}

const findRow = (key: RowKey): Element | null =>
  document.querySelector(`[data-row="${CSS.escape(String(key))}"]`)

function findControl(key: RowKey, control = OPENER): HTMLElement | undefined {
  const row = findRow(key)
  return row?.querySelector<HTMLElement>(control) ?? row?.querySelector<HTMLElement>('a, button') ?? undefined
}

/**
 * Clicks the control with this shortcut: the one in the row, otherwise the last one outside rows. Returns
 * false if no control has the shortcut.
 */
function pressControl(letter: string, row: Element | null | undefined): boolean {
  const named = `[aria-keyshortcuts="${letter.toUpperCase()}"]:not(:disabled)`
  const outside = [...document.querySelectorAll<HTMLElement>(named)].filter(
    (one) => !one.closest('[data-row]'),
  )
  const bar = DECISION_KEYS.includes(letter) ? findSelectionBar() : null
  // While rows are selected, a decision applies to all of them and never to the current row alone.
  const control = bar
    ? bar.querySelector<HTMLElement>(named)
    : (row?.querySelector<HTMLElement>(named) ?? outside.at(-1))
  control?.click()
  return control !== undefined && control !== null
}

/** Returns true if the key is meant for a field, an open dialog or menu, or a dialog that is being loaded. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  isField(target) || areKeysHeld() || document.querySelector('dialog[open], :popover-open') !== null
