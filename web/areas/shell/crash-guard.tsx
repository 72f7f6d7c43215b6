import { Component, type ReactNode } from 'react'
import { ErrorState } from '#ui/states.tsx'

interface CrashGuardState {
  crash?: { readonly error: unknown }
}

/**
 * Catches errors while rendering, and offers a reload. A reload helps if a chunk could not be loaded offline
 * or after an upgrade.
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
