import { useEffect, useRef } from 'react'
import { createPath, useLocation } from 'react-router'
import { goBackInHistory } from './back-guard.ts'
import { getCurrentParams, getHistoryState, useAddress } from './use-address.ts'

/**
 * Marks a history entry that was added by opening a panel. The entry before it is the same page without the
 * panel, so closing the panel can go back to it.
 */
export const OPENED_HERE_STATE = { openedHere: true }

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state
}

/**
 * Stores the open panel in the parameters `names` of the URL, so that links, reload and Back work. Opening a
 * panel adds a history entry, and closing goes back to the one before. If a link opened the panel, there is
 * no entry before it, so closing replaces the URL (rules 15.4).
 */
export function usePanelAddress<Name extends string>(
  names: readonly Name[],
): {
  params: URLSearchParams
  open: (values: Partial<Record<Name, string | number>>) => void
  /** Closes the panel that was open in this render. Does nothing if it was closed or replaced meanwhile. */
  close: () => void
  getAddress: (values: Partial<Record<Name, string | number>>) => string
} {
  const [params, change] = useAddress()
  const { pathname } = useLocation()
  const formatPanelParams = (address: URLSearchParams): string =>
    names.map((name) => address.get(name)).join('\n')
  const hasPanelParams = (address: URLSearchParams): boolean => names.some((name) => address.has(name))
  const panelParams = formatPanelParams(params)
  // Panel that is open in the last render. After a close it is undefined until the browser has gone back, so
  // that a second close does nothing.
  const renderedPanelParams = useRef<string | undefined>(panelParams)
  useEffect(() => {
    renderedPanelParams.current = panelParams
  }, [panelParams])

  const setPanelParams = (address: URLSearchParams, values: Partial<Record<Name, string | number>>): void => {
    for (const name of names) address.delete(name)
    for (const [name, value] of Object.entries(values)) address.set(name, String(value))
  }
  const openPanel = (values: Partial<Record<Name, string | number>>): void =>
    change((address) => setPanelParams(address, values), {
      replace: hasPanelParams(getCurrentParams()),
      state: OPENED_HERE_STATE,
    })
  const getAddress = (values: Partial<Record<Name, string | number>>): string => {
    const newParams = new URLSearchParams(params)
    setPanelParams(newParams, values)
    return createPath({ pathname, search: newParams.toString() })
  }
  const closePanel = (): void => {
    // Does nothing if another panel was opened meanwhile, because a form may call this after its request has
    // ended.
    if (
      !hasPanelParams(params) ||
      renderedPanelParams.current !== panelParams ||
      formatPanelParams(getCurrentParams()) !== panelParams
    )
      return
    renderedPanelParams.current = undefined
    if (isOpenedHere(getHistoryState())) goBackInHistory()
    else change((address) => setPanelParams(address, {}), { replace: true })
  }
  return { params, open: openPanel, close: closePanel, getAddress }
}

export function parseIdParameter(params: URLSearchParams, name: string): number | undefined {
  const id = Number(/^[1-9]\d*$/.exec(params.get(name) ?? '')?.[0])
  return Number.isSafeInteger(id) ? id : undefined
}
