import './gate-shell.css'
import { LayoutDashboard, LogOut, Volume2, VolumeX } from 'lucide-react'
import { Brand } from '#areas/shell/brand.tsx'
import { NotFound } from '#areas/shell/not-found.tsx'
import { ThemeButton } from '#areas/shell/theme-button.tsx'
import { endSession } from '#features/account/logout.ts'
import { GatePage } from '#features/gate/gate-page.tsx'
import { gateState, useGateState } from '#features/gate/store/gate-state.ts'
import { refreshGate } from '#features/gate/store/sync-gate-device.ts'
import { gateSound } from '#features/gate/verdict/verdict-signals.ts'
import { useWaitingWalkInCount } from '#features/walk-ins/calls.ts'
import { WalkInAnswerSignals } from '#features/walk-ins/walk-in-answer-signals.tsx'
import { WalkIns } from '#features/walk-ins/walk-ins.tsx'
import { useAdmin } from '#lib/api/me.ts'
import { useStore } from '#lib/use-store.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { rolesAllow, canSeePage } from '@tahanan/contract/permissions.ts'

export function GateShell() {
  const { name, roles } = useAdmin()
  const { gate, device } = useGateState()
  const mayRegister = rolesAllow(roles, 'gate', 'register')
  const waitingWalkInCount = useWaitingWalkInCount(mayRegister)
  const isMuted = useStore(gateSound).isMuted === true
  return (
    <>
      <header className="gate-head row">
        <Brand />
        <div className="spacer">
          <h1 className="cut-line">{gate?.name ?? 'Gate'}</h1>
          <small className="cut-line">{[name, device?.name].filter(Boolean).join(' · ')}</small>
        </div>
        <IconButton
          icon={isMuted ? VolumeX : Volume2}
          label="Sound"
          aria-pressed={!isMuted}
          onClick={() => gateSound.save({ isMuted: !isMuted })}
        />
        <ThemeButton />
        {device === null && (
          <a className="iconbtn" href="/admin" aria-label="Office" title="Office">
            <LayoutDashboard />
          </a>
        )}
        <IconButton icon={LogOut} label="Logout" onClick={() => void logOutOfGate()} />
      </header>
      {canSeePage(roles, 'gate') ? (
        <GatePage walkIns={mayRegister && <WalkIns />} waitingCount={waitingWalkInCount} />
      ) : (
        <NotFound isForbidden />
      )}
      {mayRegister && <WalkInAnswerSignals />}
    </>
  )
}

/**
 * Logs the gate device out. Sends the queued entries first; entries that could not be sent stay on the
 * device.
 */
async function logOutOfGate(): Promise<void> {
  await refreshGate()
  const { queued } = gateState.get()
  const queuedEntriesWarning =
    queued > 0 &&
    `${queued} ${queued === 1 ? 'entry is' : 'entries are'} not sent yet. They stay on this device without names, and are sent after the next login here.`
  const logoutWarning = queuedEntriesWarning || 'You will redirected to login page'
  if (await confirm({ title: 'Do you want to logout?', content: logoutWarning, okText: 'Logout' }))
    await endSession()
}
