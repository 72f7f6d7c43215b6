import './shell.css'
import { keepLastSeen, restoreLastSeen } from '../../features/offline/last-seen.ts'
import { registerWorker } from '../../features/offline/register.ts'
import { MeGate } from '../shell/me-gate.tsx'
import { startArea } from '../shell/start-area.tsx'
import { ResidentShell } from './shell.tsx'

startArea(
  <MeGate restore={restoreLastSeen}>
    <ResidentShell />
  </MeGate>,
)

keepLastSeen()
registerWorker()
