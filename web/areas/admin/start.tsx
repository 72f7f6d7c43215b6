import { MeGate } from '#areas/shell/me-gate.tsx'
import { startArea } from '#areas/shell/start-area.tsx'
import { AdminShell } from './shell.tsx'

startArea(
  <MeGate>
    <AdminShell />
  </MeGate>,
)
