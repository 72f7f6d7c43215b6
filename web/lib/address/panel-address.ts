import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { stepBack } from './back-guard.ts'

/** State of a history step: the step before it is the page without the panel. */
const OPENED_HERE = { openedHere: true }

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state
}

/**
 * Makes the open panel part of the page's address, so that links, a reload and the way back know it: `names` are the
 * parameters. Opening is one step of the browser's history, and closing takes that step back; a panel opened by a link has
 * none and is taken out of the address in place (rules 15.4).
 */
export function usePanelAddress<Name extends string>(
  names: readonly Name[],
): {
  /** The address's parameters, for reading. */
  params: URLSearchParams
  /** Opens the panel of these parameters, in place of the open one. */
  open: (values: Partial<Record<Name, string | number>>) => void
  /** Closes the panel that was open when this was made; does nothing where it is closed already. */
  close: () => void
} {
  const [params, setParams] = useSearchParams()
  const { state } = useLocation()
  const shown = names.map((name) => params.get(name)).join('\n')
  // the panel that is open now, which a form sent a while ago does not know; none while the browser takes the step back
  const latest = useRef<{ shown?: string; state: unknown }>({ shown, state })
  useEffect(() => {
    latest.current = { shown, state }
  }, [shown, state])

  const isOpen = names.some((name) => params.has(name))
  const closed = (before: URLSearchParams): URLSearchParams => {
    for (const name of names) before.delete(name)
    return before
  }
  const open = (values: Partial<Record<Name, string | number>>): void => {
    setParams(
      (before) => {
        const next = closed(before)
        for (const [name, value] of Object.entries(values)) next.set(name, String(value))
        return next
      },
      isOpen ? { replace: true, state } : { state: OPENED_HERE },
    )
  }
  const close = (): void => {
    if (!isOpen || latest.current.shown !== shown) return
    latest.current.shown = undefined
    if (isOpenedHere(latest.current.state)) stepBack()
    else setParams(closed, { replace: true })
  }
  return { params, open, close }
}

/** The id that a parameter holds, or undefined. */
export function idIn(params: URLSearchParams, name: string): number | undefined {
  const id = Number(/^[1-9]\d*$/.exec(params.get(name) ?? '')?.[0])
  return Number.isSafeInteger(id) ? id : undefined
}
