import { Component, type ReactNode } from 'react'
import { ErrorState } from '#ui/states.tsx'
import { endFirstShell } from './first-shell.ts'

interface CrashGuardState {
  crash?: { readonly error: unknown }
}

/**
 * Catches what a page throws while it is drawn, most often a chunk that could not be loaded: on a lost connection, or
 * because a newer version was put in place meanwhile. Both are healed by loading the page again.
 */
export class CrashGuard extends Component<{ children: ReactNode }, CrashGuardState> {
  override state: CrashGuardState = {}

  static getDerivedStateFromError(error: unknown): CrashGuardState {
    return { crash: { error } }
  }

  override componentDidCatch(): void {
    endFirstShell()
  }

  override render(): ReactNode {
    const { crash } = this.state
    if (!crash) return this.props.children
    return (
      <ErrorState error={crash.error} title="We could not show this page" onRetry={() => location.reload()} />
    )
  }
}
