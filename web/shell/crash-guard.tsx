import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/states.tsx'
import { endFirstShell } from './first-shell.ts'

interface CrashGuardProps {
  children: ReactNode
}

interface CrashGuardState {
  crashed: boolean
}

/**
 * Catches what a page throws while it is drawn, most often a chunk that could not be loaded: on a lost connection, or
 * because a newer version was put in place meanwhile. Both are healed by loading the page again.
 */
export class CrashGuard extends Component<CrashGuardProps, CrashGuardState> {
  override state: CrashGuardState = { crashed: false }

  static getDerivedStateFromError(): CrashGuardState {
    return { crashed: true }
  }

  override componentDidCatch(): void {
    endFirstShell()
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children
    return <ErrorState title="We could not show this page" onRetry={() => location.reload()} />
  }
}
