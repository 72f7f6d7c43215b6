import { MeGate } from '#areas/shell/me-gate.tsx'
import { startArea } from '#areas/shell/start-area.tsx'
import { SuperAdminShell } from './shell.tsx'

startArea(
  <MeGate>
    <SuperAdminShell />
  </MeGate>,
)
