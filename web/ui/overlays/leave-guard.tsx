import { type ReactNode, use, useEffect, useEffectEvent, useMemo } from 'react'
import { createPath, type Navigator, UNSAFE_NavigationContext as NavigationContext } from 'react-router'
import { goBackInHistory, useBackGuard } from '#lib/address/back-guard.ts'
import { useWarnBeforeLeaving } from '#lib/use-warn-before-leaving.ts'
import { confirm } from './dialogs.ts'

let unsaved: readonly (() => void)[] = []
let isAsking = false

async function leavePage(leave: () => void): Promise<void> {
  if (isAsking) return
  isAsking = true
  const isConfirmed = await confirm({
    title: 'Close without saving?',
    content: 'What you typed will be lost.',
    okText: 'Close',
    cancelText: 'Keep editing',
    danger: true,
  })
  isAsking = false
  if (!isConfirmed) return
  for (const discard of unsaved) discard()
  leave()
}

const getPageKey = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string =>
  `${pathname} ${new URLSearchParams(search).get('tab') ?? ''}`

/**
 * Asks for confirmation before the user leaves the page by a link, Back or a reload, while `on` is true. If
 * the user confirms, `discard` is called.
 */
export function useLeaveQuestion(on: boolean, discard: () => void): void {
  const page = useMemo(() => getPageKey(location), [])
  const run = useEffectEvent(discard)
  useEffect(() => {
    if (!on) return undefined
    const discardInput = (): void => run()
    unsaved = [...unsaved, discardInput]
    return () => {
      unsaved = unsaved.filter((other) => other !== discardInput)
    }
  }, [on])
  useBackGuard(
    on,
    () => void leavePage(goBackInHistory),
    () => getPageKey(location) !== page,
  )
  useWarnBeforeLeaving(on)
}

export function LeaveGuard({ children }: { children: ReactNode }) {
  const context = use(NavigationContext)
  const guarded = useMemo(() => {
    const { navigator } = context
    const guard =
      (go: Navigator['push']): Navigator['push'] =>
      (to, ...rest) => {
        const next = new URL(typeof to === 'string' ? to : createPath(to), location.href)
        if (unsaved.length === 0 || getPageKey(next) === getPageKey(location)) go(to, ...rest)
        else void leavePage(() => go(to, ...rest))
      }
    return {
      ...context,
      navigator: { ...navigator, push: guard(navigator.push), replace: guard(navigator.replace) },
    }
  }, [context])
  return <NavigationContext value={guarded}>{children}</NavigationContext>
}
