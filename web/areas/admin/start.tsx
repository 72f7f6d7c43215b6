import { MeGate } from '../shell/me-gate.tsx'
import { startArea } from '../shell/start-area.tsx'
import { AdminShell } from './shell.tsx'

startArea(
  <MeGate>
    <AdminShell />
  </MeGate>,
)
