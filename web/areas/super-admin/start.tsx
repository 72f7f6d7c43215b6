import { MeGate } from '../shell/me-gate.tsx'
import { startArea } from '../shell/start-area.tsx'
import { SuperAdminShell } from './shell.tsx'

startArea(
  <MeGate>
    <SuperAdminShell />
  </MeGate>,
)
