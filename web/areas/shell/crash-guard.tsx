import { Component, type ReactNode } from 'react'
import { ErrorState } from '#ui/states.tsx'

interface CrashGuardState {
  crash?: { readonly error: unknown }
}

/**
 * Catches errors while rendering and offers to reload the page. Reloading helps if a code file could not be
 * loaded, because the browser was offline or the portal was upgraded.
 */
export class CrashGuard extends Component<{ children: ReactNode }, CrashGuardState> {
  override state: CrashGuardState = {}

  static getDerivedStateFromError(error: unknown): CrashGuardState {
    return { crash: { error } }
  }

  override componentDidCatch(): void {
    removeShellPlaceholder()
  }

  override render(): ReactNode {
    const { crash } = this.state
    if (!crash) return this.props.children
    return (
      <ErrorState error={crash.error} title="We could not show this page" onRetry={() => location.reload()} />
    )
  }
}

export function removeShellPlaceholder(): void {
  delete document.documentElement.dataset.shell
}
