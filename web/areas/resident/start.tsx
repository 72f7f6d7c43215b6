import './shell.css'
import { MeGate } from '#areas/shell/me-gate.tsx'
import { startArea } from '#areas/shell/start-area.tsx'
import { persistCache, restoreLastSeen } from '#features/offline/last-seen.ts'
import { registerWorker } from '#features/offline/register.ts'
import { keepPush } from '#features/push/keep-push.ts'
import { ResidentShell } from './shell.tsx'

startArea(
  <MeGate restore={restoreLastSeen}>
    <ResidentShell />
  </MeGate>,
)

persistCache()
registerWorker()
keepPush()
