import { type ReactNode, use, useEffect, useEffectEvent, useMemo } from 'react'
import { createPath, type Navigator, UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { goBackInHistory, useBackGuard } from '#lib/address/back-guard.ts'
import { useUnloadWarning } from '#lib/use-unload-warning.ts'
import { confirm } from './dialogs.ts'

let discardHandlers: readonly (() => void)[] = []
let isConfirmationOpen = false

async function confirmLeavingPage(leavePage: () => void): Promise<void> {
  if (isConfirmationOpen) return
  isConfirmationOpen = true
  const isConfirmed = await confirm({
    title: 'Close without saving?',
    content: 'What you typed will be lost.',
    okText: 'Close',
    cancelText: 'Keep editing',
    danger: true,
  })
  isConfirmationOpen = false
  if (!isConfirmed) return
  for (const discardHandler of discardHandlers) discardHandler()
  leavePage()
}

const getPageKey = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string =>
  `${pathname} ${new URLSearchParams(search).get('tab') ?? ''}`

/**
 * Asks for confirmation before the user leaves the page by a link, Back or a reload, while `on` is true. If
 * the user confirms, `discard` is called.
 */
export function useLeaveConfirmation(on: boolean, discard: () => void): void {
  const page = useMemo(() => getPageKey(location), [])
  const runDiscard = useEffectEvent(discard)
  useEffect(() => {
    if (!on) return undefined
    const discardInput = (): void => runDiscard()
    discardHandlers = [...discardHandlers, discardInput]
    return () => {
      discardHandlers = discardHandlers.filter((handler) => handler !== discardInput)
    }
  }, [on])
  useBackGuard(
    on,
    () => void confirmLeavingPage(goBackInHistory),
    () => getPageKey(location) !== page,
  )
  useUnloadWarning(on)
}

export function LeaveGuard({ children }: { children: ReactNode }) {
  const context = use(NavigationContext)
  const guardedContext = useMemo(() => {
    const { navigator } = context
    const guardNavigation =
      (go: Navigator['push']): Navigator['push'] =>
      (to, ...options) => {
        const nextUrl = new URL(typeof to === 'string' ? to : createPath(to), location.href)
        if (discardHandlers.length === 0 || getPageKey(nextUrl) === getPageKey(location)) go(to, ...options)
        else void confirmLeavingPage(() => go(to, ...options))
      }
    return {
      ...context,
      navigator: {
        ...navigator,
        push: guardNavigation(navigator.push),
        replace: guardNavigation(navigator.replace),
      },
    }
  }, [context])
  return <NavigationContext value={guardedContext}>{children}</NavigationContext>
}
