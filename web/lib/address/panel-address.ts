import { useEffect, useRef } from 'react'
import { createPath, useLocation, useSearchParams } from 'react-router'
import { stepBack } from './back-guard.ts'

/** State of a history entry whose previous entry is the page from which the panel was opened. */
export const OPENED_HERE = { openedHere: true }

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state
}

/**
 * Keeps the open panel in the page's address, in the parameters `names`, so that links, reload and Back work.
 * Opening adds a history entry; closing goes back. A panel opened by a link has no previous entry, so closing
 * it replaces the address (rules 15.4).
 */
export function usePanelAddress<Name extends string>(
  names: readonly Name[],
): {
  /** Parameters of the address, read-only. */
  params: URLSearchParams
  /** Opens the panel with these parameters and replaces the open one. */
  open: (values: Partial<Record<Name, string | number>>) => void
  /** Closes the panel that was open at this render; does nothing if it is already closed. */
  close: () => void
  /** Returns the address of the panel with these parameters, over the page as it is. */
  addressOf: (values: Partial<Record<Name, string | number>>) => string
} {
  const [params, setParams] = useSearchParams()
  const { pathname, state } = useLocation()
  const shown = names.map((name) => params.get(name)).join('\n')
  // The panel open now: a form's callback may be older. Undefined while the browser goes back.
  const latest = useRef<{ shown?: string; state: unknown }>({ shown, state })
  useEffect(() => {
    latest.current = { shown, state }
  }, [shown, state])

  const isOpen = names.some((name) => params.has(name))
  const closed = (before: URLSearchParams): URLSearchParams => {
    for (const name of names) before.delete(name)
    return before
  }
  const opened = (
    before: URLSearchParams,
    values: Partial<Record<Name, string | number>>,
  ): URLSearchParams => {
    const next = closed(before)
    for (const [name, value] of Object.entries(values)) next.set(name, String(value))
    return next
  }
  const open = (values: Partial<Record<Name, string | number>>): void =>
    setParams((before) => opened(before, values), isOpen ? { replace: true, state } : { state: OPENED_HERE })
  const addressOf = (values: Partial<Record<Name, string | number>>): string =>
    createPath({ pathname, search: opened(new URLSearchParams(params), values).toString() })
  const close = (): void => {
    if (!isOpen || latest.current.shown !== shown) return
    latest.current.shown = undefined
    if (isOpenedHere(latest.current.state)) stepBack()
    else setParams(closed, { replace: true })
  }
  return { params, open, close, addressOf }
}

/** Returns the id in a parameter, or undefined. */
export function readIdParameter(params: URLSearchParams, name: string): number | undefined {
  const id = Number(/^[1-9]\d*$/.exec(params.get(name) ?? '')?.[0])
  return Number.isSafeInteger(id) ? id : undefined
}
