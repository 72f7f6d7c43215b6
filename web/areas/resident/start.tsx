import './shell.css'
import { queryClient } from '../../lib/query-client.ts'
import { keepLastSeen, restoreLastSeen } from '../../offline/last-seen.ts'
import { registerWorker } from '../../offline/register.ts'
import { MeGate } from '../../shell/me-gate.tsx'
import { startArea } from '../../shell/start-area.tsx'
import { ResidentShell, ResidentShellWait } from './shell.tsx'

startArea(
  <MeGate wait={<ResidentShellWait />} restore={restoreLastSeen}>
    <ResidentShell />
  </MeGate>,
)

keepLastSeen(queryClient)
registerWorker()
