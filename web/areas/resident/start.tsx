import './shell.css'
import { queryClient } from '../../lib/query-client.ts'
import { keepLastSeen, restoreLastSeen } from '../../offline/last-seen.ts'
import { registerWorker } from '../../offline/register.ts'
import { MeGate } from '../../shell/me-gate.tsx'
import { startArea } from '../../shell/start-area.tsx'
import { ResidentShell } from './shell.tsx'

startArea(
  <MeGate restore={restoreLastSeen}>
    <ResidentShell />
  </MeGate>,
)

keepLastSeen(queryClient)
registerWorker()
